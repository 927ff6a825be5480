import type { TreePath } from '#contract/paths.ts';

/** On some volumes another case leads to the same file: what is protected, or claimed, is so in every case. */
export function foldCase(path: TreePath): TreePath {
  // Neither makes or removes a slash or a dot.
  return path.normalize('NFC').toLowerCase() as TreePath;
}
