import {
  childPath,
  MAX_NAME_BYTES,
  nameOf,
  parentOf,
  ROOT,
  type TreePath,
} from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { EntryRef } from '../storage/entry.ts';

/** Returns the path of a name in a folder. Throws `invalid-path` when it is too long. */
export function requireChildPath(folder: TreePath, name: string): TreePath {
  const path = childPath(folder, name);
  if (path === undefined) {
    const what = Buffer.byteLength(name) > MAX_NAME_BYTES ? 'name' : 'path';
    throw new AppError('invalid-path', `the ${what} is too long`, {
      refusal: { code: `${what}-too-long` },
    });
  }
  return path;
}

export function refOf(path: TreePath): EntryRef {
  return { folder: parentOf(path), name: nameOf(path) };
}

export interface Move {
  readonly from: TreePath;
  readonly to: TreePath;
}

/** Returns the path that an entry at or below `from` has after the move. */
export function counterpartOf(path: TreePath, { from, to }: Move): TreePath {
  if (path === from) return to;
  const below = path.slice(from.length);
  return (to === ROOT ? below : to + below) as TreePath; // Both parts are from TreePaths.
}
