import { childPath, nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { EntryRef } from '../storage/driver.ts';

/** `invalid-path` where it would be too long. */
export function placeBelow(folder: TreePath, name: string): TreePath {
  const place = childPath(folder, name);
  if (place === undefined) throw new AppError('invalid-path', 'the path is too long');
  return place;
}

export function refOf(place: TreePath): EntryRef {
  return { folder: parentOf(place), name: nameOf(place) };
}
