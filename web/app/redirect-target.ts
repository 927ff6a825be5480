export const HOME_ADDRESS = '/files/';

/**
 * Returns the address to open after a login. Addresses that a browser could resolve to another host (`//host`,
 * `/\host`, a scheme) are replaced by the home address.
 */
export function redirectTarget(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted)) return HOME_ADDRESS;
  // Browsers remove tabs and line breaks from addresses, so `/<tab>/host` could become another host.
  if (/[\u0000-\u001f]/.test(wanted)) return HOME_ADDRESS;
  return wanted.startsWith('/login') ? HOME_ADDRESS : wanted;
}
