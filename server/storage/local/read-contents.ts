import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import type { Name } from '../raw-name.ts';
import { openReadableAt, pathAt, reopen, statOf } from './descriptors.ts';
import { identityOf } from './entry-stat.ts';
import { openRegularAt } from './read-file.ts';
import { notFound } from '../driver-errors.ts';
import { withFolderAt } from './walk.ts';

/** Opens a folder that a walk has just found, to read its names. Does not follow a symlink. */
export function openListedFolderAt(fd: number, name: Name): number {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  return openSync(pathAt(fd, name), flags);
}

/** Opens the folder at a path, unless its identity has changed since it was listed. '' accepts any folder. */
export function openListedFolder(root: RootDescriptor, path: TreePath, identity: string): number {
  return withFolderAt(root, path, (walked) => {
    if (identity !== '' && identityOf(statOf(walked)) !== identity) throw notFound();
    return reopen(walked, constants.O_RDONLY);
  });
}

/**
 * Opens a regular file that a walk has found. If another kind of entry has replaced it, opens that without blocking: the caller notices that
 * the length differs. With `follow`, a symlink may have the name; its target is examined before it is opened.
 */
export function openContents(folder: number, name: Name, follow: boolean): number {
  if (!follow && typeof name === 'string') return openReadableAt(folder, name);
  return openRegularAt(folder, name, { flags: constants.O_RDONLY, follow }).fd;
}

/**
 * Reads `length` bytes into `target` from `start` on. Returns their number, which is smaller only at the end of the
 * file.
 */
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

/** Returns the error for a file that no longer has the announced contents. */
export function contentsChanged(): AppError {
  return new AppError('stale', 'a file has changed while it was read');
}
