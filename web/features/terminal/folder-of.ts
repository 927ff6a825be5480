import { parentOf, parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';

/** The folder that a path of the page leads to, or that holds the file it leads to. */
export function folderOf(path: string): TreePath {
  const place = parseTreePath(path) ?? ROOT;
  return path.endsWith('/') ? place : parentOf(place);
}

const MOST_CHARACTERS = 36;

/** A path for which there is little room: its beginning and its end say most. */
export function shortPath(path: string, most = MOST_CHARACTERS): string {
  const letters = [...path];
  if (letters.length <= most) return path;
  const start = Math.ceil((most - 1) / 3);
  return [...letters.slice(0, start), '…', ...letters.slice(start + 1 - most)].join('');
}
