import type { Kysely, Transaction } from 'kysely';
import type { DatabaseConfig } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import type { DatabaseUse } from './database-use.ts';
import { isLocked, isOutOfSpace } from './dialect.ts';
import { whileUnused } from './lease-database.ts';
import type { Exclusively } from './migrate.ts';
import type { Schema } from './schema.ts';
import { type OpenedDatabase, openSqlite } from './sqlite.ts';

/** A transaction may be passed where a Reader is wanted; a Reader does not fit where a Writer is wanted. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom'>;
export type Writer = Transaction<Schema>;

export interface Database {
  readonly read: Reader;

  /**
   * Runs `work` in a transaction: all of it is stored, or nothing. Resolves when it is durable, that is, survives a power
   * cut. Inside `work` only `tx` may be asked (a command has one connection to SQLite, and asking `read` would wait for
   * itself), and `work` waits for nothing but the database. Throws the AppError `no-space` when the disk is full, and
   * `unavailable` when another process has held the write lock for five seconds.
   */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>;

  /**
   * Changes whenever anything in the database has changed, through this process or another; undefined
   * with PostgreSQL, which cannot tell cheaply. Take it before the question whose answer is to be kept.
   */
  changeStamp(): number | undefined;

  close(): Promise<void>;
}

const MIGRATION_REFUSED =
  'the database is in use by a File Browser server of an older version. Stop that server, or use the commands of its version.';

/**
 * Opens the database and brings its tables up to date. A server has to have the lease of the database before; a command takes
 * it for the time of a migration. Failures are StartupErrors.
 */
export async function openDatabase(
  config: DatabaseConfig,
  use: DatabaseUse = 'command',
): Promise<Database> {
  const exclusively: Exclusively = (work) =>
    use === 'server' ? work() : whileUnused(config, MIGRATION_REFUSED, work);
  const opened =
    config.kind === 'sqlite'
      ? await openSqlite(config.file, use, exclusively)
      : await openServer(config.url, exclusively);
  const { kysely, reader = kysely, changeStamp } = opened;

  return {
    read: reader,
    async write(work) {
      try {
        const result = await kysely.transaction().execute(work);
        await opened.flush?.();
        return result;
      } catch (error) {
        throw known(error);
      }
    },
    changeStamp,
    close: () => opened.close?.() ?? kysely.destroy(),
  };
}

/** The client of a database server takes a tenth of a start that has no use for it. */
async function openServer(url: string, exclusively: Exclusively): Promise<OpenedDatabase> {
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(url, exclusively);
}

function known(cause: unknown): unknown {
  if (isOutOfSpace(cause)) {
    return new AppError('no-space', 'no space left on the disk of the database', { cause });
  }
  if (isLocked(cause)) {
    return new DatabaseUnavailable('another process holds the write lock of the database', {
      cause,
    });
  }
  return cause;
}
