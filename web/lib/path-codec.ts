/**
 * File paths in addresses. A name may hold anything but `/` and NUL, so every segment is encoded whole,
 * and paths are read from the raw pathname: router parameters turn a file named `a%2Fb` into `a/b`.
 */
import { encodePath } from '#contract/paths.ts';

const FILES = '/files';

/** The address, within the base path, that shows `path`; folders end in a slash. */
export function filesAddress(path: string): string {
  return FILES + encodePath(path.startsWith('/') ? path : `/${path}`);
}

/**
 * The file path of a raw pathname below `/files`, decoded once and segment by segment: '/' for the
 * home, a slash at its end kept. Undefined when the address holds broken escapes.
 */
export function pathOfAddress(pathname: string): string | undefined {
  const rest = pathname.startsWith(FILES) ? pathname.slice(FILES.length) : pathname;
  try {
    return rest === '' ? '/' : rest.split('/').map(decodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}

/** The names on the way to what the address shows; empty at home and for a broken address. */
export function segmentsOfAddress(pathname: string): string[] {
  return (pathOfAddress(pathname) ?? '/').split('/').filter((name) => name !== '');
}
