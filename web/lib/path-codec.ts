/*
 * File paths in page addresses. Names can contain anything but `/` and NUL, so each segment is encoded separately.
 * Paths are read from the raw pathname, because router parameters would turn a file named `a%2Fb` into `a/b`.
 *
 * The router does not match line breaks, because `.` in its patterns excludes them. They are therefore written as an
 * escape character and a letter.
 */
import { encodePath } from '#contract/paths.ts';

const FILES = '/files';

const ESCAPE = '\u001b';
const LETTERS: Readonly<Record<string, string>> = {
  '\n': 'n',
  '\r': 'r',
  '\u2028': 'l',
  '\u2029': 'p',
  [ESCAPE]: 'e',
};
const CHARACTERS = Object.fromEntries(
  Object.entries(LETTERS).map(([character, letter]) => [letter, character]),
);

/** Returns the address of `path` below the base path; folders end with a slash. */
export function filesAddress(path: string): string {
  const text = path.startsWith('/') ? path : `/${path}`;
  return FILES + encodePath(text.replaceAll(/[\n\r\u2028\u2029\u001b]/g, escapeOf));
}

/**
 * Returns the path in an undecoded pathname below `/files`, decoding each segment once: '/' for home, keeping a
 * trailing slash. Undefined for invalid escapes.
 */
export function pathOfAddress(pathname: string): string | undefined {
  const rest = pathname.startsWith(FILES) ? pathname.slice(FILES.length) : pathname;
  try {
    const path = rest === '' ? '/' : rest.split('/').map(decodeURIComponent).join('/');
    return path.replaceAll(/\u001b([nrlpe])/g, (_, letter: string) => CHARACTERS[letter] ?? '');
  } catch {
    return undefined;
  }
}

/** Returns the names in the path of an address; none for home and for invalid addresses. */
export function segmentsOfAddress(pathname: string): string[] {
  return (pathOfAddress(pathname) ?? '/').split('/').filter((name) => name !== '');
}

/** Converts an external address to the form that the router matches. */
export function findableAddress(pathname: string): string {
  return pathname.replaceAll(/%0A|%0D|%E2%80%A8|%E2%80%A9/gi, (code) =>
    encodeURIComponent(escapeOf(decodeURIComponent(code))),
  );
}

function escapeOf(character: string): string {
  return ESCAPE + (LETTERS[character] ?? '');
}
