import type { Kysely, Transaction } from 'kysely';
import type { AvailabilityEvent } from './availability.ts';
import type { SchemaAge } from './migrate.ts';
import type { Schema } from './schema.ts';

/**
 * Kind of process that opens a database. A `server` never blocks its main thread while the disk flushes or another process holds a
 * lock. A `command` runs one step after the other and needs no additional thread.
 */
export type ProcessKind = 'server' | 'command';

/** A database of either engine, before its failures are named. */
export interface OpenedDatabase {
  readonly read: Kysely<Schema>;

  /**
   * Runs `work` in a transaction: all of it is stored, or nothing. Resolves when it is durable, that is, survives a power
   * cut. Inside `work` only `tx` may be asked (a command has one connection to SQLite, and asking `read` would wait for
   * itself), and `work` waits for nothing but the database. On PostgreSQL `work` is run again after a conflict with another
   * transaction, and after the connection was lost before the commit was sent: it changes nothing outside the database. A full
   * disk is the AppError `no-space`. A database that cannot be reached, or whose write lock another process holds for five
   * seconds, is a DatabaseUnavailable.
   */
  write<T>(work: (tx: Transaction<Schema>) => Promise<T>, options?: WriteOptions): Promise<T>;

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

/** A database that is open for inspection. Other processes may use it. */
export interface InspectedDatabase {
  readonly read: Pick<Kysely<Schema>, 'selectFrom'>;
  /** Version of the engine, such as `SQLite 3.50.4`. */
  readonly version: string;
  /** Only a `current` schema can be queried. */
  readonly age: SchemaAge;
  /** Unix milliseconds of the clock of the database's machine; undefined when it is this machine. */
  readonly nowMs: number | undefined;
  /** Checks all pages. Returns the problems found. */
  damage(): Promise<readonly string[]>;
  close(): Promise<void>;
}
