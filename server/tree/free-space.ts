import { AppError } from '../errors.ts';
import type { ResolvedPath } from './resolved-path.ts';
import type { Tree } from './tree.ts';

/**
 * Length up to which a file is received without asking for the free space, in bytes. A request for the space costs as much as writing a small
 * file, and one that does not fit after all has filled little of the disk.
 */
const UNCHECKED_BYTES = 1_048_576;

/** Space that the file system needs besides the bytes of a file. */
export const MARGIN_BYTES = 1_048_576;

/** Returns whether a file is certain to fit, with what the file system needs besides. Does not ask about small files where deletions free nothing. */
export async function hasRoom(
  { driver }: Pick<Tree, 'driver'>,
  folder: ResolvedPath,
  bytes: number,
): Promise<boolean> {
  if (driver.collectGarbage !== undefined && bytes <= UNCHECKED_BYTES) return true;
  const { free } = await driver.usage(folder);
  return free >= bytes + MARGIN_BYTES;
}

/** Throws `no-space` for a file that is larger than the space which is free for it. Accepts files of unknown length. */
export async function requireSpace(
  { driver }: Pick<Tree, 'driver'>,
  folder: ResolvedPath,
  bytes: number | undefined,
): Promise<void> {
  if (bytes === undefined || bytes <= UNCHECKED_BYTES) return;
  const { free } = await driver.usage(folder);
  if (bytes > free)
    throw new AppError('no-space', 'the file is larger than the free space of the disk');
}
