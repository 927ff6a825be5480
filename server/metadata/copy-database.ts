import Sqlite from 'better-sqlite3';
import { openFailure } from './open-failure.ts';

const BUSY_TIMEOUT_MS = 3_000;

/** More than a database has: all of it in one step, which others cannot write in between. */
const ALL_PAGES = 0x7f_ff_ff_ff;

/**
 * Copies an SQLite database as it is at one moment, also while a server writes to it, into an empty file; and reads the copy
 * once. Its tables may be those of another version. Failures are StartupErrors.
 */
export async function copyDatabase(file: string, copy: string): Promise<void> {
  try {
    const source = new Sqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    try {
      await source.backup(copy, { progress: () => ALL_PAGES });
    } finally {
      source.close();
    }
    makeWhole(copy);
  } catch (error) {
    throw openFailure(error, file);
  }
}

/** One file, without a log beside it, whose pages can all be read. */
function makeWhole(copy: string): void {
  const sqlite = new Sqlite(copy, { fileMustExist: true });
  try {
    sqlite.pragma('journal_mode = delete');
    const damage = sqlite.pragma('quick_check(1)', { simple: true });
    if (damage !== 'ok') throw new Sqlite.SqliteError(String(damage), 'SQLITE_CORRUPT');
  } finally {
    sqlite.close();
  }
}
