import Sqlite from 'better-sqlite3';
import { openFailure } from './open-failure.ts';

const BUSY_TIMEOUT_MS = 3_000;

/** More pages than a database has: copies all of them in one step, which no other process can interrupt. */
const ALL_PAGES = 0x7f_ff_ff_ff;

/**
 * Copies an SQLite database in a consistent state into an empty file, also while a server writes to it, and checks the copy. Its
 * schema may be of another version. Throws StartupErrors.
 */
export async function copyDatabase(file: string, copy: string): Promise<void> {
  try {
    const source = new Sqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    try {
      await source.backup(copy, { progress: () => ALL_PAGES });
    } finally {
      source.close();
    }
    checkCopy(copy);
  } catch (error) {
    throw openFailure(error, file);
  }
}

/** Turns the copy into a single file without a log, and checks that all pages can be read. */
function checkCopy(copy: string): void {
  const sqlite = new Sqlite(copy, { fileMustExist: true });
  try {
    sqlite.pragma('journal_mode = delete');
    const damage = sqlite.pragma('quick_check(1)', { simple: true });
    if (damage !== 'ok') throw new Sqlite.SqliteError(String(damage), 'SQLITE_CORRUPT');
  } finally {
    sqlite.close();
  }
}
