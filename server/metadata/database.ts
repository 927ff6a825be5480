import type { Kysely, Transaction } from 'kysely';
import type { DatabaseConfig } from '../config/config.ts';
import { AppError } from '../errors.ts';
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
   * for nothing but the database. A full disk is the AppError `no-space`.
   */
  write<T>(work: (tx: Writer) => Promise<T>): Promise<T>;

  /**
   * Changes whenever anything in the database has changed, through this process or another; undefined
   * with PostgreSQL, which cannot tell cheaply. Take it before the question whose answer is to be kept.
   */
  changeStamp(): number | undefined;

  close(): Promise<void>;
}

/** Opens the database and brings its tables up to date. Failures are StartupErrors. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const { kysely, changeStamp } =
    config.kind === 'sqlite' ? await openSqlite(config.file) : await openServer(config.url);

  return {
    read: kysely,
    write: (work) => kysely.transaction().execute(work).catch(throwKnown),
    changeStamp,
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
