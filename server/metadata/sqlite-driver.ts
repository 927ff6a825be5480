import { setTimeout as delay } from 'node:timers/promises';
import type { Database as SqliteHandle } from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { isLocked } from './dialect.ts';

const MAX_REMEMBERED_STATEMENTS = 200;
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_RETRY_MS = 10;

/**
 * Kysely's dialect with transactions that cannot fail half-way because of another process, and with statements that are
 * prepared once. While another process holds a lock, callers wait without blocking this process.
 */
export class LockingSqliteDialect extends SqliteDialect {
  readonly #sqlite: SqliteHandle;

  constructor(sqlite: SqliteHandle) {
    super({ database: sqlite });
    this.#sqlite = sqlite;
  }

  override createDriver(): Driver {
    return new LockingSqliteDriver(this.#sqlite);
  }

  override createAdapter(): SqliteAdapter {
    return new AllOrNothingAdapter();
  }
}

class LockingSqliteDriver extends SqliteDriver {
  readonly #sqlite: SqliteHandle;

  constructor(sqlite: SqliteHandle) {
    super({ database: rememberingStatements(sqlite) });
    this.#sqlite = sqlite;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const askedAt = performance.now();
    const connection = await super.acquireConnection();
    return {
      executeQuery: <Row>(query: CompiledQuery) =>
        this.#sqlite.inTransaction
          ? connection.executeQuery<Row>(query)
          : untilUnlocked(askedAt, () => connection.executeQuery<Row>(query)),
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
  }

  /**
   * Takes the write lock at once: a transaction that reads first and writes later would fail, without any waiting, if
   * another process wrote in between. The five seconds begin when the caller requests the connection. If many callers wait
   * for the same lock, they all fail at the same time instead of one after another.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite has already rolled back by itself when the disk was full. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#sqlite.inTransaction) return;
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}

/** Repeats an attempt that another process's lock makes fail, until `LOCK_TIMEOUT_MS` after `askedAt`. */
async function untilUnlocked<Result>(
  askedAt: number,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || performance.now() - askedAt > LOCK_TIMEOUT_MS) throw error;
    }
    await delay(LOCK_RETRY_MS);
  }
}

/** Lets the migrator run in one transaction, which is its lock as well. */
class AllOrNothingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  override async acquireMigrationLock(_db: Kysely<unknown>): Promise<void> {
    // `begin immediate` has taken the lock.
  }
}

/** Returns the database with prepared statements that are reused, because preparing a statement takes longer than running it. */
function rememberingStatements(sqlite: SqliteHandle): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => {
      statements.clear();
      sqlite.close();
    },
    prepare: (text) => {
      const known = statements.get(text);
      if (known !== undefined) return known;
      if (statements.size >= MAX_REMEMBERED_STATEMENTS) statements.clear();
      const prepared = sqlite.prepare(text);
      statements.set(text, prepared);
      return prepared;
    },
  };
}
