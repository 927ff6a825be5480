/** Maximum length in characters. */
const MOST_NAME = 255;

/** Checks a name from a proxy or hook: a single line of limited length, because it is logged and passed on. */
export function isAcceptableName(name: string): boolean {
  return (
    name !== '' && name === name.trim() && name.length <= MOST_NAME && !/[\p{Cc}\p{Cs}]/u.test(name)
  );
}
