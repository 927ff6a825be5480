/**
 * File paths in addresses. A name may hold anything but `/` and NUL, so every segment is encoded whole,
 * and paths are read from the raw pathname: router parameters turn a file named `a%2Fb` into `a/b`.
 *
 * The router finds no route for an address with a line break in it, because its patterns say `.`. Line
 * breaks therefore travel as an escape character and a letter.
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

/** The address, within the base path, that shows `path`; folders end in a slash. */
export function filesAddress(path: string): string {
  const text = path.startsWith('/') ? path : `/${path}`;
  return FILES + encodePath(text.replaceAll(/[\n\r\u2028\u2029\u001b]/g, escapeOf));
}

/**
 * The file path of a raw pathname below `/files`, decoded once and segment by segment: '/' for the
 * home, a slash at its end kept. Undefined when the address holds broken escapes.
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

/** The names on the way to what the address shows; empty at home and for a broken address. */
export function segmentsOfAddress(pathname: string): string[] {
  return (pathOfAddress(pathname) ?? '/').split('/').filter((name) => name !== '');
}

/** An address made elsewhere in the form that the router finds. */
export function findableAddress(pathname: string): string {
  return pathname.replaceAll(/%0A|%0D|%E2%80%A8|%E2%80%A9/gi, (code) =>
    encodeURIComponent(escapeOf(decodeURIComponent(code))),
  );
}

function escapeOf(character: string): string {
  return ESCAPE + (LETTERS[character] ?? '');
}
