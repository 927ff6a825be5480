import Sqlite, { type Database as SqliteHandle } from 'better-sqlite3';
import { Kysely } from 'kysely';
import { createChangeStamp } from './change-stamp.ts';
import { prepareDatabaseFile } from './database-file.ts';
import { codeOf } from './dialect.ts';
import { migrate } from './migrate.ts';
import { openFailure } from './open-failure.ts';
import type { OpenedDatabase } from './opened-database.ts';
import type { Schema } from './schema.ts';
import { LockingSqliteDialect } from './sqlite-driver.ts';

/** The whole process stands still while SQLite waits for another one: at the start that may take longer. */
const BUSY_TIMEOUT_MS = { opening: 3_000, running: 100 } as const;

/** What SQLite says when the file that processes share beside the database cannot be made. */
const NO_SHARED_MEMORY = new Set(['SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_SHMOPEN', 'SQLITE_FULL']);

export async function openSqlite(file: string): Promise<OpenedDatabase> {
  let kysely: Kysely<Schema> | undefined;
  try {
    prepareDatabaseFile(file);
    const sqlite = connect(file);
    kysely = new Kysely<Schema>({ dialect: new LockingSqliteDialect(sqlite) });
    await migrate({ kysely, engine: 'sqlite', place: file });
    sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS.running}`);
    return opened(kysely, sqlite);
  } catch (error) {
    await kysely?.destroy();
    throw openFailure(error, file);
  }
}

function opened(kysely: Kysely<Schema>, sqlite: SqliteHandle): OpenedDatabase {
  return {
    kysely,
    changeStamp: createChangeStamp(sqlite),
    write: (work) => kysely.transaction().execute(work),
    onAvailability: () => undefined,
  };
}

/**
 * On a full disk there is no room for the shared file, and a database that was closed well could not
 * even be read. Kept to ourselves it needs none: the server starts, and writes again once there is space.
 */
function connect(file: string): SqliteHandle {
  try {
    return connectAs(file, 'shared');
  } catch (error) {
    if (!NO_SHARED_MEMORY.has(codeOf(error))) throw error;
    return connectAs(file, 'alone');
  }
}

function connectAs(file: string, manner: 'shared' | 'alone'): SqliteHandle {
  const sqlite = new Sqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS.opening });
  try {
    if (manner === 'alone') sqlite.pragma('locking_mode = exclusive');
    sqlite.pragma('foreign_keys = on');
    turnOnWriteAheadLog(sqlite);
    // A commit is on the disk before it is acknowledged, and before the step that a journal entry announces.
    sqlite.pragma('synchronous = full');
    sqlite.prepare('select count(*) from sqlite_schema').get(); // the first look into the file
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Asked first: changing the mode writes, and a full disk would refuse that. */
function turnOnWriteAheadLog(sqlite: SqliteHandle): void {
  if (sqlite.pragma('journal_mode', { simple: true }) === 'wal') return;
  sqlite.pragma('journal_mode = wal');
}
