import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { DATABASE_NAME } from './setup-database.ts';
import type { RunningServer } from './running-server.ts';

/** Runs `work` on the database of a running server, as another process would. */
export function inDatabase<T>(server: RunningServer, work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(join(server.work, DATABASE_NAME), { timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
