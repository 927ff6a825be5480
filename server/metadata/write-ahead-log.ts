import { closeSync, fstatSync, fsyncSync, openSync, realpathSync } from 'node:fs';

/** Returns the path of the log that SQLite keeps for a database, which is beside the file that a symlink leads to. */
export function pathOfLog(database: string): string {
  return `${realpathSync(database)}-wal`;
}

export interface FlushedLog {
  /** The number by which the file system knows the file. */
  readonly inode: bigint;
  readonly bytes: number;
}

/**
 * Returns when all that SQLite has written to the log is on the disk. SQLite holds no locks on this file, so that closing
 * it here cancels none.
 */
export function flushLog(path: string): FlushedLog {
  const descriptor = openSync(path, 'r');
  try {
    // As SQLite does. Unlike fdatasync it also commits, on ext4 and the like, removals and renames that were made before.
    fsyncSync(descriptor);
    const { ino, size } = fstatSync(descriptor, { bigint: true });
    return { inode: ino, bytes: Number(size) };
  } finally {
    closeSync(descriptor);
  }
}
