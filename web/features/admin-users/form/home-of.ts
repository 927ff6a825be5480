import { wholeScope } from '#contract/whole-scope.ts';

const NO_FOLDER_NAMES = new Set(['', '-', '.']);

/**
 * Returns the home folder that the server creates for a name; undefined if the name cannot be a folder name
 * (compatibility.md 7.6).
 */
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
