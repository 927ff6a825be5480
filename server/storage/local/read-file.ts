import { closeSync, constants, readSync } from 'node:fs';
import type { AppError } from '../../errors.ts';
import type { Name } from '../raw-name.ts';
import { withDescriptor, openHandleAt, openReadableAt, reopen, statOf } from './descriptors.ts';
import { toEntryStat, isSymlinkMode } from './entry-stat.ts';
import { refuseOwnFile } from './own-files.ts';
import { SymlinkInTheWay } from './walk.ts';
import type { EntryStat } from '../entry.ts';
import { notAFile } from '../driver-errors.ts';

/** A regular file that is open, with its facts. */
export interface OpenRegularFile {
  readonly fd: number;
  readonly stat: EntryStat;
}

/**
 * Opens a regular file of a folder. Determines its kind before opening it, with a descriptor that only identifies it,
 * so that a FIFO or device is never opened.
 */
export function openRegularAt(
  folder: number,
  name: Name,
  { flags, follow }: { readonly flags: number; readonly follow: boolean },
): OpenRegularFile {
  return withDescriptor(openHandleAt(folder, name, follow), (handle) => {
    const stats = statOf(handle);
    const stat = toEntryStat(stats);
    if (stat.kind !== 'file') throw refusalOf(stat);
    refuseOwnFile(stats);
    return { fd: reopen(handle, flags | constants.O_NONBLOCK), stat };
  });
}

/**
 * Opens an entry that was a regular file a moment ago. Another kind of entry that has replaced it is opened without
 * blocking and closed at once.
 */
export function openSeenFileAt(folder: number, name: string): OpenRegularFile {
  const fd = openReadableAt(folder, name);
  const stat = toEntryStat(statOf(fd));
  if (stat.kind === 'file') return { fd, stat };
  closeSync(fd);
  throw refusalOf(stat);
}

/** Reads the bytes of a file with the length `size`; fewer if it has shrunk since. */
export function readAllSync(fd: number, size: number): Uint8Array<ArrayBuffer> {
  // Not zeroed, because bytes that were not read are cut off below.
  const bytes = new Uint8Array(Buffer.allocUnsafeSlow(size).buffer);
  const filled = fillSync(fd, bytes);
  return filled === size ? bytes : bytes.slice(0, filled);
}

/** Reads a file from its start into `target`. Returns the number of bytes, which is smaller only if the file is. */
export function fillSync(fd: number, target: Uint8Array): number {
  let filled = 0;
  while (filled < target.length) {
    const count = readSync(fd, target, filled, target.length - filled, filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** Returns the first bytes of a regular file, to determine its type; undefined if they cannot be read. */
export function readHeadSync(
  folder: number,
  name: Name,
  bytes: number,
): Uint8Array<ArrayBuffer> | undefined {
  try {
    const { fd, stat } = openRegularAt(folder, name, { flags: constants.O_RDONLY, follow: false });
    return withDescriptor(fd, () => readAllSync(fd, Math.min(bytes, stat.size)));
  } catch {
    return undefined;
  }
}

function refusalOf(stat: EntryStat): AppError {
  return isSymlinkMode(stat.mode) ? new SymlinkInTheWay() : notAFile();
}

/** Closes a descriptor after another error, and ignores errors. */
export function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // The original error is reported.
  }
}
