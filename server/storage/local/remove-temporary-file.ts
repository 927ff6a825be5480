import { readlinkSync, unlinkSync } from 'node:fs';
import type { TreePath } from '#contract/paths.ts';
import type { TemporaryFileRef } from '../driver.ts';
import { changeFolder } from './change-folder.ts';
import { pathAt, pathOfDescriptor, statOf } from './descriptors.ts';
import { unlessGone } from './node-error.ts';
import { pathOfFolder } from './resolve.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { abandonFlush, type UnflushedFolder } from './unflushed.ts';
import { SymlinkInTheWay } from './walk.ts';

/** Removes a temporary file. Does nothing if a symlink has replaced its folder, which was moved away together with the file. */
export function removeTemporaryFile(
  root: RootDescriptor,
  folder: TreePath,
  partName: string,
): UnflushedFolder | undefined {
  try {
    return changeFolder(root, folder, (fd) => unlinkSync(pathAt(fd, partName)));
  } catch (error) {
    if (error instanceof SymlinkInTheWay) return undefined;
    throw error;
  }
}

/** Maximum number of attempts, because the folder may be moved at any time, even between two steps. */
const MAX_ATTEMPTS = 3;

/** Result of removing an open temporary file. */
export interface Removed {
  /** False if the temporary file still exists. */
  readonly isGone: boolean;
  readonly unflushed: UnflushedFolder | undefined;
}

/** Removes a temporary file that is open as `fd`, wherever its folder has been moved to. */
export function removeOpenTemporaryFile(
  root: RootDescriptor,
  { folder, partName }: TemporaryFileRef,
  fd: number,
): Removed {
  let unflushed: UnflushedFolder | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && statOf(fd).nlink > 0n; attempt += 1) {
    const now = folderOf(root, fd) ?? folder;
    abandonFlush(unflushed);
    unflushed = unlessGone(() => removeTemporaryFile(root, now, partName));
  }
  return { isGone: statOf(fd).nlink === 0n, unflushed };
}

/** Returns the folder of an open file, as reported by the kernel; undefined if it cannot be reached from the root. */
function folderOf(root: RootDescriptor, fd: number): TreePath | undefined {
  const path = readlinkSync(pathOfDescriptor(fd));
  return pathOfFolder(root, path.slice(0, path.lastIndexOf('/')));
}
