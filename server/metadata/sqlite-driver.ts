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
import { codeOf } from './dialect.ts';

const MAX_REMEMBERED_STATEMENTS = 200;
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_RETRY_MS = 10;

/** Kysely's dialect, with transactions that cannot fail half-way on another process, and statements kept. */
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

  /**
   * Takes the write lock at once: a transaction that read first and wrote later would fail, without
   * any waiting, when another process wrote in between. While another one writes we wait without
   * holding up what else this process does.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const deadline = performance.now() + LOCK_TIMEOUT_MS;
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (codeOf(error) !== 'SQLITE_BUSY' || performance.now() > deadline) throw error;
      }
      await delay(LOCK_RETRY_MS);
    }
  }

  /** SQLite has already rolled back by itself when the disk was full. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#sqlite.inTransaction) return;
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}

/** Lets the migrator run in one transaction, which is its lock as well. */
class AllOrNothingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  override async acquireMigrationLock(_db: Kysely<unknown>): Promise<void> {
    // `begin immediate` has it.
  }
}

/** Preparing costs more than running: a statement is prepared once and kept while it is in use. */
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
