import { closeSync, fdatasyncSync, fstatSync, openSync, realpathSync } from 'node:fs';

/** Returns the path of the log that SQLite keeps for a database, which is beside the file that a symlink leads to. */
export function pathOfLog(database: string): string {
  return `${realpathSync(database)}-wal`;
}

/**
 * Returns when all that SQLite has written to the log is on the disk. SQLite holds no locks on this file, so that closing
 * it here cancels none.
 * @returns the number of the file that was flushed
 */
export function flushLog(path: string): bigint {
  const descriptor = openSync(path, 'r');
  try {
    fdatasyncSync(descriptor);
    return fstatSync(descriptor, { bigint: true }).ino;
  } finally {
    closeSync(descriptor);
  }
}
