import type { Kysely } from 'kysely';
import type { SchemaAge } from './migrate.ts';
import type { Schema } from './schema.ts';

/** A database as it is found, whoever else has it open. */
export interface InspectedDatabase {
  readonly read: Pick<Kysely<Schema>, 'selectFrom'>;
  /** Of the engine: `SQLite 3.50.4`. */
  readonly version: string;
  /** Only `current` tables can be asked for users and the like. */
  readonly age: SchemaAge;
  /** By the clock of the machine that it runs on, in Unix milliseconds; undefined when that is this one. */
  readonly nowMs: number | undefined;
  /** What is wrong with its pages; nothing when all is well. Reads all of them. */
  damage(): Promise<readonly string[]>;
  close(): Promise<void>;
}
