import type { Kysely, Transaction } from 'kysely';
import type { DatabaseConfig } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { isLocked, isOutOfSpace } from './dialect.ts';
import { whileUnused } from './lease-database.ts';
import type { Exclusively } from './migrate.ts';
import type { OpenedDatabase, ProcessKind } from './opened-database.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';

/** Read access. A transaction is accepted as a Reader, but a Reader is not accepted as a Writer. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom'>;
/** A transaction, which reads and writes. */
export type Writer = Transaction<Schema>;

/** An open database as other layers use it: it is changed in transactions only. */
export interface Database extends Omit<OpenedDatabase, 'read'> {
  readonly read: Reader;
}

const MIGRATION_REFUSED =
  'the database is in use by a File Browser server of an older version. Stop that server, or use the commands of its version.';

/** Options of a server that opens a database on PostgreSQL. */
export interface OpenedFor {
  /** Id of its lease. */
  readonly owner?: string | undefined;
  /** Throws a StartupError unless it is the only server that uses the database. Called before tables are changed. */
  readonly requireAlone?: (() => Promise<void>) | undefined;
}

/**
 * Opens the database and migrates its schema. A server must hold the lease before; a command takes it for the duration of a
 * migration. Throws StartupErrors.
 */
export async function openDatabase(
  config: DatabaseConfig,
  use: ProcessKind = 'command',
  { owner, requireAlone }: OpenedFor = {},
): Promise<Database> {
  const exclusively: Exclusively = async (work) => {
    if (use !== 'server') return whileUnused(config, MIGRATION_REFUSED, work);
    await requireAlone?.();
    return work();
  };
  const opened =
    config.kind === 'sqlite'
      ? await openSqlite(config.file, use, exclusively)
      : await openServer(config.url, exclusively, owner);
  return {
    ...opened,
    write: (work, options) => opened.write(work, options).catch(throwKnown),
  };
}

/** Loads the PostgreSQL client only when it is used: it takes a tenth of the start time. */
async function openServer(
  url: string,
  exclusively: Exclusively,
  owner: string | undefined,
): Promise<OpenedDatabase> {
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(url, exclusively, { owner });
}

/** Throws the AppError for a full disk or a locked database; any other error as it is. */
function throwKnown(cause: unknown): never {
  if (isOutOfSpace(cause)) {
    throw new AppError('no-space', 'no space left on the disk of the database', { cause });
  }
  if (isLocked(cause)) {
    throw new DatabaseUnavailable('another process holds the write lock of the database', {
      cause,
    });
  }
  throw cause;
}
