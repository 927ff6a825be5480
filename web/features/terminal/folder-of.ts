import { parentOf, parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';

/** Returns the folder at a path, or the parent of a file. */
export function folderOf(path: string): TreePath {
  const parsed = parseTreePath(path) ?? ROOT;
  return path.endsWith('/') ? parsed : parentOf(parsed);
}

/** Maximum length of a shortened path. */
const MAX_CHARACTERS = 36;

/** Shortens a path to its beginning and end. */
export function shortPath(path: string, most = MAX_CHARACTERS): string {
  const letters = [...path];
  if (letters.length <= most) return path;
  const start = Math.ceil((most - 1) / 3);
  return [...letters.slice(0, start), '…', ...letters.slice(start + 1 - most)].join('');
}
