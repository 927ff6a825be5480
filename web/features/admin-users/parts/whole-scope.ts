/** A scope from the root of all files on; `.` and '' are all of them, as the command line and old databases write it. */
export function wholeScope(scope: string): string {
  const plain = scope.trim().replace(/^\.(?:\/|$)/, '');
  return plain.startsWith('/') ? plain : `/${plain}`;
}
