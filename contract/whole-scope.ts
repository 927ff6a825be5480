/** Returns a scope as an absolute path. `.` and '', as written by the command line and old databases, mean the root. */
export function wholeScope(scope: string): string {
  const plain = scope.trim().replace(/^\.(?:\/|$)/, '');
  return plain.startsWith('/') ? plain : `/${plain}`;
}
