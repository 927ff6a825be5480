import type { Kysely, Transaction } from 'kysely';
import type { DatabaseConfig } from '../config/config.ts';
import { AppError } from '../errors.ts';
import type { AvailabilityEvent } from './availability.ts';
import { isOutOfSpace } from './dialect.ts';
import type { Schema } from './schema.ts';
import { type OpenedDatabase, openSqlite } from './sqlite.ts';

/** A transaction may be passed where a Reader is wanted; a Reader does not fit where a Writer is wanted. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom'>;
export type Writer = Transaction<Schema>;

export interface Database {
  readonly read: Reader;

  /**
   * Runs `work` in a transaction: all of it is stored, or nothing. With SQLite there is one connection,
   * so inside `work` only `tx` may be asked (asking `read` would wait for itself), and `work` waits
   * for nothing but the database. On PostgreSQL `work` is run again after a conflict with another transaction, and after the
   * connection was lost before the commit was sent: it changes nothing outside the database. A full disk is the AppError
   * `no-space`; a database that cannot be reached is a DatabaseUnavailable.
   */
  write<T>(work: (tx: Writer) => Promise<T>, options?: WriteOptions): Promise<T>;

  /**
   * Changes whenever anything in the database has changed, through this process or another; undefined
   * with PostgreSQL, which cannot tell cheaply. Take it before the question whose answer is to be kept.
   */
  changeStamp(): number | undefined;

  /** Calls `listener` when the database has been away for some seconds, and when it answers again. Never with SQLite. */
  onAvailability(listener: (event: AvailabilityEvent) => void): void;

  close(): Promise<void>;
}

export interface WriteOptions {
  /** Storing the work twice is the same as once: it is also repeated when the answer to its commit was lost. */
  readonly isIdempotent?: boolean;
  /** The work may take minutes, as an import does. */
  readonly isLong?: boolean;
}

/** Opens the database and brings its tables up to date. Failures are StartupErrors. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const { kysely, write, ...opened } =
    config.kind === 'sqlite' ? await openSqlite(config.file) : await openServer(config.url);

  return {
    ...opened,
    read: kysely,
    write: (work, options) => write(work, options).catch(throwKnown),
    close: () => kysely.destroy(),
  };
}

/** The client of a database server takes a tenth of a start that has no use for it. */
async function openServer(url: string): Promise<OpenedDatabase> {
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(url);
}

function throwKnown(cause: unknown): never {
  if (!isOutOfSpace(cause)) throw cause;
  throw new AppError('no-space', 'no space left on the disk of the database', { cause });
}
