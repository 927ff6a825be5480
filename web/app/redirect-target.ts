export const HOME_ADDRESS = '/files/';

/**
 * Where to go after signing in. Only addresses of this page count: anything a browser could read as
 * another host (`//host`, `/\host`, a scheme) leads home instead.
 */
export function redirectTarget(wanted: string | null): string {
  if (wanted === null || !/^\/(?![/\\])/.test(wanted)) return HOME_ADDRESS;
  // Browsers drop tabs and line breaks from addresses, which could make `/<tab>/host` another host.
  if (/[\u0000-\u001f]/.test(wanted)) return HOME_ADDRESS;
  return wanted.startsWith('/login') ? HOME_ADDRESS : wanted;
}
