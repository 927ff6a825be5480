import type { TreePath } from '#contract/paths.ts';

/** Folds the case of a path, for volumes where names that differ only in case are the same file. */
export function foldCase(path: TreePath): TreePath {
  // Neither mapping adds or removes a slash or a dot.
  return path.normalize('NFC').toLowerCase() as TreePath;
}
