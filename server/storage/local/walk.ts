import { closeSync } from 'node:fs';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { segmentsOf, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import { type RootDescriptor, rootFd } from './root-descriptor.ts';
import { withDescriptor, lstatAt, openFolderAt, reopenFolder } from './descriptors.ts';
import { errnoOf, fromNodeError } from './node-error.ts';
import { isSymlinkMode } from './entry-stat.ts';
import { refuseTemporary } from '../entry-name.ts';

/** The character that Node shows for bytes of a name that are not UTF-8. */
export const REPLACEMENT = '\uFFFD';

/**
 * Opens the folder at `path` to walk on from; the caller closes it. Follows no symlink: `forbidden` if one has
 * appeared, `not-found` if the folder does not exist.
 */
export function openFolderSync(root: RootDescriptor, path: TreePath): number {
  const names = segmentsOf(path);
  refuseTemporary(names);
  const start = rootFd(root);
  let fd = start;
  for (const name of names) {
    const parent = fd;
    try {
      fd = openFolderAt(parent, name, root.followExternalSymlinks && name !== TRASH_NAME);
    } catch (error) {
      throw refusedStep(error, parent, name);
    } finally {
      if (parent !== start) closeSync(parent);
    }
  }
  return fd === start ? reopenFolder(fd) : fd;
}

/** Calls `work` with the folder at `path` and closes it afterwards. */
export function withFolderAt<Result>(
  root: RootDescriptor,
  path: TreePath,
  work: (folder: number) => Result,
): Result {
  return withDescriptor(openFolderSync(root, path), work);
}

/** Returns the error for a name that could not be opened as a folder. The kernel reports ENOTDIR for a symlink and for a file. */
function refusedStep(error: unknown, folder: number, name: string): unknown {
  if (errnoOf(error) === 'ENOENT' && name.includes(REPLACEMENT)) return notUtf8();
  if (errnoOf(error) !== 'ENOTDIR') return fromNodeError(error);
  const stats = lstatAt(folder, name);
  if (stats && isSymlinkMode(Number(stats.mode))) return new SymlinkInTheWay();
  return fromNodeError(error);
}

/** A symlink has replaced the entry, or one of its parent folders, since the path was resolved. */
export class SymlinkInTheWay extends AppError {
  constructor() {
    super('forbidden', 'a symlink is in the path');
  }
}

/** Returns the error for a name that was listed with replacement characters: it cannot be requested as text. */
export function notUtf8(): AppError {
  return new AppError('invalid-path', 'the name on disk is not valid UTF-8', {
    refusal: { code: 'name-unreadable' },
  });
}
