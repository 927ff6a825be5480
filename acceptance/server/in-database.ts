import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { DATABASE_NAME } from './setup-database.ts';
import type { RunningServer } from './running-server.ts';

/** Behind the back of the server that runs, as another process with the same database would. */
export function inDatabase<T>(server: RunningServer, work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(join(server.work, DATABASE_NAME), { timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
