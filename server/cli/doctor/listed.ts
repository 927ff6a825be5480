const MOST = 5;

/** `ann, ben and 3 more`. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST).join(', ');
  return names.length <= MOST ? shown : `${shown} and ${names.length - MOST} more`;
}
