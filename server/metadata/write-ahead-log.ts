import { closeSync, fstatSync, fsyncSync, openSync, realpathSync } from 'node:fs';

/** Returns the path of the log that SQLite keeps for a database, which is beside the target of a symlink. */
export function pathOfLog(database: string): string {
  return `${realpathSync(database)}-wal`;
}

export interface FlushedLog {
  /** Inode number of the file. */
  readonly inode: bigint;
  readonly bytes: number;
}

/**
 * Returns when everything that SQLite has written to the log is on the disk. SQLite holds no locks on this file, so
 * closing it here cancels none.
 */
export function flushLog(path: string): FlushedLog {
  const descriptor = openSync(path, 'r');
  try {
    // Like SQLite. Unlike fdatasync, fsync also commits earlier removals and renames, on ext4 and similar file
    // systems.
    fsyncSync(descriptor);
    const { ino, size } = fstatSync(descriptor, { bigint: true });
    return { inode: ino, bytes: Number(size) };
  } finally {
    closeSync(descriptor);
  }
}
