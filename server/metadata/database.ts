import type { Kysely, Transaction } from 'kysely';
import type { DatabaseConfig } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { isOutOfSpace } from './dialect.ts';
import type { OpenedDatabase } from './opened-database.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

/** A transaction may be passed where a Reader is wanted; a Reader does not fit where a Writer is wanted. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom'>;
export type Writer = Transaction<Schema>;

export interface Database extends Omit<OpenedDatabase, 'kysely'> {
  readonly read: Reader;
  close(): Promise<void>;
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
