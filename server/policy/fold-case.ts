import type { TreePath } from '#contract/paths.ts';

/** Returns a form of a path that is the same for all spellings that name the same file on a case-insensitive volume. */
export function foldCase(path: TreePath): TreePath {
  // Neither mapping adds or removes a slash or a dot.
  return path.normalize('NFC').toLowerCase() as TreePath;
}
