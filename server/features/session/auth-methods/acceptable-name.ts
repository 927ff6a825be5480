/** Characters. */
const MOST_NAME = 255;

/** Of names that others give: what is printed and passed on must be one line, and no whole novel. */
export function isAcceptableName(name: string): boolean {
  return (
    name !== '' && name === name.trim() && name.length <= MOST_NAME && !/[\p{Cc}\p{Cs}]/u.test(name)
  );
}
