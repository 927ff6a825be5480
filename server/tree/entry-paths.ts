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
  const place = childPath(folder, name);
  if (place === undefined) {
    const what = Buffer.byteLength(name) > MAX_NAME_BYTES ? 'name' : 'path';
    throw new AppError('invalid-path', `the ${what} is too long`, {
      refusal: { code: `${what}-too-long` },
    });
  }
  return place;
}

export function refOf(place: TreePath): EntryRef {
  return { folder: parentOf(place), name: nameOf(place) };
}

export interface Move {
  readonly from: TreePath;
  readonly to: TreePath;
}

/** Returns the path that an entry at or below `from` has after the move. */
export function counterpartOf(place: TreePath, { from, to }: Move): TreePath {
  if (place === from) return to;
  const below = place.slice(from.length);
  return (to === ROOT ? below : to + below) as TreePath; // Both parts come of TreePaths.
}
