import { wholeScope } from '../parts/whole-scope.ts';

const NO_FOLDER_NAMES = new Set(['', '-', '.']);

/** The home that the server makes for a name; undefined when no folder can be named after it (compatibility.md 7.6). */
export function homeOf(base: string, username: string): string | undefined {
  const name = username
    .trim()
    .replaceAll('..', '')
    .replaceAll(/[^\d@A-Z_a-z.-]/gu, '-')
    .replaceAll(/-+/g, '-');
  if (NO_FOLDER_NAMES.has(name)) return undefined;
  const folder = wholeScope(base);
  return folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;
}
