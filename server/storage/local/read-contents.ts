import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { type Name, openReadableAt, pathAt, reopen, statOf } from './descriptors.ts';
import { identityOf } from './entry-stat.ts';
import { openRegularAt } from './read-file.ts';
import { inPlace, notFound } from './walk.ts';

/** A descriptor to read the names from, of what a walk has just seen to be a folder; a link is not followed. */
export function openListedFolderAt(fd: number, name: Name): number {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  return openSync(pathAt(fd, name), flags);
}

/** The same for a place, unless another folder than was seen there has come by its name; '' is any. */
export function openListedPlace(root: RootDescriptor, place: TreePath, identity: string): number {
  return inPlace(root, place, (walked) => {
    if (identity !== '' && identityOf(statOf(walked)) !== identity) throw notFound();
    return reopen(walked, constants.O_RDONLY);
  });
}

/**
 * Opens for reading what a walk has seen to be a regular file, without waiting for anything else that may have taken its
 * name since: who reads sees then that it is not as long as it was. Behind a link that the operator trusts, it is
 * looked at first.
 */
export function openContents(folder: number, name: Name, follow: boolean): number {
  if (!follow && typeof name === 'string') return openReadableAt(folder, name);
  return openRegularAt(folder, name, { flags: constants.O_RDONLY, follow }).fd;
}

/** Fills `length` bytes of `target` from `start`; fewer only where the file ends. Returns their number. */
export function readContents(
  fd: number,
  target: Uint8Array,
  start: number,
  length: number,
): number {
  let filled = 0;
  while (filled < length) {
    const count = readSync(fd, target, start + filled, length - filled, null);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

export function closeContents(fd: number): void {
  closeSync(fd);
}

/** What is to be read is no longer what was promised. */
export function changed(): AppError {
  return new AppError('stale', 'a file has changed while it was read');
}
