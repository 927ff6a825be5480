import Sqlite, { type Database as SqliteHandle } from 'better-sqlite3';
import { Kysely } from 'kysely';
import { prepareDatabaseFile } from './database-file.ts';
import { codeOf } from './dialect.ts';
import { type Exclusively, migrate } from './migrate.ts';
import { openFailure } from './open-failure.ts';
import type { OpenedDatabase, ProcessKind } from './opened-database.ts';
import type { Schema } from './schema.ts';
import { LockingSqliteDialect } from './sqlite-driver.ts';
import { GROWTH_BEFORE_CHECKPOINT, SqliteLog } from './sqlite-log.ts';

/** Time for which SQLite waits for a lock, and blocks the thread. After the start it is 0, because the driver waits without blocking. */
const BUSY_TIMEOUT_MS = { opening: 3_000, running: 0 } as const;

/** Errors of SQLite when it cannot create the shared-memory file beside the database. */
const NO_SHARED_MEMORY = new Set(['SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_SHMOPEN', 'SQLITE_FULL']);

/** `shared`: other connections and processes can use the database, by a write-ahead log. `exclusive`: no others can. */
interface Connection {
  readonly sqlite: SqliteHandle;
  readonly locking: 'shared' | 'exclusive';
}

/** Opens an SQLite database, creates it if it is missing, and migrates its schema. Throws StartupErrors. */
export async function openSqlite(
  file: string,
  use: ProcessKind,
  exclusively: Exclusively,
): Promise<OpenedDatabase> {
  let kysely: Kysely<Schema> | undefined;
  try {
    prepareDatabaseFile(file);
    const { sqlite, locking } = connect(file);
    kysely = new Kysely<Schema>({ dialect: new LockingSqliteDialect(sqlite) });
    await migrate({ kysely, engine: 'sqlite', name: file }, exclusively);
    sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS.running}`);
    return use === 'server' && locking === 'shared'
      ? withThreads(file, sqlite, kysely)
      : onOneConnection(sqlite, kysely);
  } catch (error) {
    await kysely?.destroy();
    throw openFailure(error, file);
  }
}

/** Uses one connection, which blocks the thread while the disk flushes. Suits commands. */
function onOneConnection(sqlite: SqliteHandle, kysely: Kysely<Schema>): OpenedDatabase {
  return {
    read: kysely,
    changeStamp: createChangeStamp(sqlite, countChanges(sqlite)),
    write: (work) => kysely.transaction().execute(work),
    onAvailability: () => undefined,
    close: () => kysely.destroy(),
  };
}

/**
 * Adds what keeps the main thread of a server responsive: a connection for reads, and threads that flush the log
 * after each commit and make checkpoints.
 */
function withThreads(file: string, sqlite: SqliteHandle, kysely: Kysely<Schema>): OpenedDatabase {
  const readable = new Sqlite(file, {
    readonly: true,
    fileMustExist: true,
    timeout: BUSY_TIMEOUT_MS.running,
  });
  const reader = new Kysely<Schema>({ dialect: new LockingSqliteDialect(readable) });
  const log = new SqliteLog(file);
  sqlite.pragma('wal_autocheckpoint = 0');
  // Size to which SQLite truncates a restarted log, so that its size shows how much was written since.
  sqlite.pragma(`journal_size_limit = ${GROWTH_BEFORE_CHECKPOINT}`);
  // A commit no longer waits for the disk; `flush` does.
  sqlite.pragma('synchronous = normal');
  let cachedChanges = 0;
  return {
    read: reader,
    // Read on the connection that writes, which distinguishes our changes from those of other processes.
    changeStamp: createChangeStamp(sqlite, () => cachedChanges),
    async write(work, { isUncached = false, isDeferred = false } = {}) {
      let result;
      try {
        result = await kysely.transaction().execute(work);
      } finally {
        if (!isUncached) cachedChanges += 1;
      }
      // The log is flushed as a whole, so that a later flush includes this commit.
      if (!isDeferred) await log.flush();
      return result;
    },
    onAvailability: () => undefined,
    async close() {
      await log.close();
      await reader.destroy();
      // Last: it may write, and puts what is in the log into the database file.
      await kysely.destroy();
    },
  };
}

/**
 * Opens the database. On a full disk there is no room for the shared-memory file, and a database that was closed cleanly could
 * not even be read. With exclusive locking it needs none: the server starts, and writes again once there is space.
 */
function connect(file: string): Connection {
  try {
    return connectAs(file, 'shared');
  } catch (error) {
    if (!NO_SHARED_MEMORY.has(codeOf(error))) throw error;
    return connectAs(file, 'exclusive');
  }
}

function connectAs(file: string, locking: Connection['locking']): Connection {
  const sqlite = new Sqlite(file, { fileMustExist: true, timeout: BUSY_TIMEOUT_MS.opening });
  try {
    if (locking === 'exclusive') sqlite.pragma('locking_mode = exclusive');
    sqlite.pragma('foreign_keys = on');
    const hasLog = turnOnWriteAheadLog(sqlite);
    // A commit is on the disk before it is acknowledged, and before the step that a journal record announces.
    sqlite.pragma('synchronous = full');
    sqlite.prepare('select count(*) from sqlite_schema').get(); // reads the file for the first time
    return { sqlite, locking: hasLog ? locking : 'exclusive' };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/**
 * Returns whether there is a write-ahead log: file systems without shared memory have none. The mode is asked for first,
 * because setting it writes, which a full disk would refuse.
 */
function turnOnWriteAheadLog(sqlite: SqliteHandle): boolean {
  if (sqlite.pragma('journal_mode', { simple: true }) === 'wal') return true;
  return sqlite.pragma('journal_mode = wal', { simple: true }) === 'wal';
}

/**
 * Returns a function whose number changes after every change by other connections, and whenever `ofOurs` does. Data that was read
 * while the number stayed the same is current. A call takes about two microseconds.
 */
function createChangeStamp(sqlite: SqliteHandle, ofOurs: () => number | undefined): () => number {
  const ofOthers = sqlite.prepare<[], number>('pragma data_version').pluck();
  let stamp = 0;
  let seenOfOthers = ofOthers.get();
  let seenOfOurs = ofOurs();

  return () => {
    const others = ofOthers.get();
    const ours = ofOurs();
    if (others !== seenOfOthers || ours !== seenOfOurs) stamp += 1;
    seenOfOthers = others;
    seenOfOurs = ours;
    return stamp;
  };
}

/** Returns a function whose number changes with every change by this connection. */
function countChanges(sqlite: SqliteHandle): () => number | undefined {
  const total = sqlite.prepare<[], number>('select total_changes()').pluck();
  return () => total.get();
}
