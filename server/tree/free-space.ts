import { AppError } from '../errors.ts';
import type { DiskUsage } from '../storage/driver.ts';
import { noInodes } from '../storage/driver-errors.ts';
import type { ResolvedPath } from './resolved-path.ts';
import type { Tree } from './tree.ts';

/**
 * Length up to which a file is received without asking for the free space, in bytes. A request for the space costs as much as writing a small
 * file, and one that does not fit after all has filled little of the disk.
 */
const UNCHECKED_BYTES = 1_048_576;

/** Space that the file system needs besides the bytes of a file. */
const MARGIN_BYTES = 1_048_576;

/** Space for a new file. */
export interface Room {
  readonly bytes: number;
  /** Number of files and folders that are created. */
  readonly files: number;
}

/** Returns whether a new file is certain to fit, with what the file system needs besides. */
export function isRoomFor({ bytes, files }: Room, { free, freeFiles }: DiskUsage): boolean {
  return free >= bytes + MARGIN_BYTES && freeFiles >= files;
}

/** As `isRoomFor`, for a file in a folder. Does not ask about small files where deletions free nothing. */
export async function hasRoom(
  { driver }: Pick<Tree, 'driver'>,
  folder: ResolvedPath,
  room: Room,
): Promise<boolean> {
  if (driver.collectGarbage !== undefined && room.bytes <= UNCHECKED_BYTES) return true;
  return isRoomFor(room, await driver.usage(folder));
}

/**
 * Throws `no-space` for a file that is larger than the space which is free for it, or for which no inode is free. Accepts files of unknown
 * length, and does not ask for the space of small files, unless `files` states how many files and folders are created.
 */
export async function requireSpace(
  { driver }: Pick<Tree, 'driver'>,
  folder: ResolvedPath,
  bytes: number | undefined,
  files = 0,
): Promise<void> {
  const isLarge = bytes !== undefined && bytes > UNCHECKED_BYTES;
  if (!isLarge && files === 0) return;
  const { free, freeFiles } = await driver.usage(folder);
  if (freeFiles < files) throw noInodes();
  if (isLarge && bytes > free)
    throw new AppError('no-space', 'the file is larger than the free space of the disk');
}
