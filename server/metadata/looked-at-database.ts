import type { Kysely } from 'kysely';
import type { SchemaAge } from './migrate.ts';
import type { Schema } from './schema.ts';

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
