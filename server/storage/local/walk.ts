import { closeSync } from 'node:fs';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { segmentsOf, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import { type RootDescriptor, rootFd } from './root-descriptor.ts';
import { withDescriptor, lstatAt, openFolderAt, reopenFolder } from './descriptors.ts';
import { errnoOf, fromNodeError } from './node-error.ts';
import { isSymlinkMode } from './entry-stat.ts';

/** What Node shows for bytes in a name that are not UTF-8. */
export const REPLACEMENT = '\uFFFD';

/**
 * Opens the folder at `place` for walking on; the caller closes it. Passes through no link: `forbidden`
 * where one has appeared, `not-found` where there is no folder.
 */
export function openPlaceSync(root: RootDescriptor, place: TreePath): number {
  const names = segmentsOf(place);
  if (names.some(isTemporaryName)) throw notFound();
  const start = rootFd(root);
  let fd = start;
  for (const name of names) {
    const parent = fd;
    try {
      fd = openFolderAt(parent, name, root.followExternalSymlinks);
    } catch (error) {
      throw refusedStep(error, parent, name);
    } finally {
      if (parent !== start) closeSync(parent);
    }
  }
  return fd === start ? reopenFolder(fd) : fd;
}

/** Lends the folder at `place` to `work`. */
export function inPlace<Result>(
  root: RootDescriptor,
  place: TreePath,
  work: (folder: number) => Result,
): Result {
  return withDescriptor(openPlaceSync(root, place), work);
}

/** The error of a step that found no folder: the kernel says the same of a link and of a file. */
function refusedStep(error: unknown, folder: number, name: string): unknown {
  if (errnoOf(error) === 'ENOENT' && name.includes(REPLACEMENT)) return notUtf8();
  if (errnoOf(error) !== 'ENOTDIR') return fromNodeError(error);
  const stats = lstatAt(folder, name);
  if (stats && isSymlinkMode(Number(stats.mode))) return new SymlinkInTheWay();
  return fromNodeError(error);
}

export function notFound(): AppError {
  return new AppError('not-found', 'there is nothing of this name');
}

/** The place is no longer what it was: a link has taken its name, or that of a folder on the way. */
export class SymlinkInTheWay extends AppError {
  constructor() {
    super('forbidden', 'a link stands in the way');
  }
}

/** For a name that was listed with replacement characters: it cannot be asked for in text. */
export function notUtf8(): AppError {
  return new AppError('invalid-path', 'the name on disk is not valid UTF-8', {
    refusal: { code: 'name-unreadable' },
  });
}
