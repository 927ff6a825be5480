import type { Kysely, Transaction } from 'kysely';
import type { AvailabilityEvent } from './availability.ts';
import type { SchemaAge } from './migrate.ts';
import type { Schema } from './schema.ts';

/**
 * Kind of process that opens a database. A `server` never blocks its main thread while the disk flushes or another process holds a
 * lock. A `command` runs one step after the other and needs no additional thread.
 */
export type ProcessKind = 'server' | 'command';

/** An open database of either engine. */
export interface OpenedDatabase {
  readonly read: Kysely<Schema>;

  /**
   * Runs `work` in a transaction: everything is stored, or nothing. Resolves when it is durable, that is, survives a
   * power cut. Inside `work` only `tx` may be queried (a command has one connection to SQLite, and querying `read`
   * would wait for itself), and `work` must not await anything but the database. On PostgreSQL `work` runs again
   * after a conflict with another transaction, and after the connection was lost before the commit was sent, so it
   * must not change anything outside the database. Throws the AppError `no-space` if the disk is full, and
   * DatabaseUnavailable if the database cannot be reached or another process holds the write lock for five seconds.
   */
  write<T>(work: (tx: Transaction<Schema>) => Promise<T>, options?: TransactionOptions): Promise<T>;

  /**
   * Changes whenever anything in the database has changed, through this process or another, except by `isUncached` writes
   * of a server. With PostgreSQL, it also changes twice a second, because changes of other processes are not noticed; what is cached
   * may be that much older than they are. Read it before the query whose result is cached. Undefined if nothing may be cached.
   */
  changeStamp(): number | undefined;

  /** Calls `listener` when the database has not answered for some seconds, and when it answers again. Never with SQLite. */
  onAvailability(listener: (event: AvailabilityEvent) => void): void;

  close(): Promise<void>;
}

export interface TransactionOptions {
  /** True if the work may run twice with the same result. It is then repeated when the answer to its commit was lost. */
  readonly isIdempotent?: boolean;
  /** True if the work may take minutes, as an import does. */
  readonly isLong?: boolean;
  /** The work only changes records that are never cached, such as uploads, so cached sessions stay valid. */
  readonly isUncached?: boolean;
  /** True to resolve before the work is durable. It is durable when a later write without this option is. */
  readonly isDeferred?: boolean;
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
