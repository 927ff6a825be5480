import {
  type ColumnDefinitionBuilder,
  PostgresAdapter,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import type { Schema } from './schema.ts';

/** What the two engines do differently, side by side. How each is opened is in sqlite.ts and postgres.ts. */
export type Engine = 'sqlite' | 'postgres';

interface IdColumn {
  readonly type: 'integer' | 'bigint';
  define(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
}

/** A number that the database hands out and never hands out again, not even after a deletion. */
export const ID_COLUMN: Readonly<Record<Engine, IdColumn>> = {
  sqlite: { type: 'integer', define: (column) => column.primaryKey().autoIncrement() },
  postgres: {
    type: 'bigint',
    define: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  },
};

/** Text that is compared byte by byte, whatever the locale: what begins with a prefix is a range of the index. */
export const BYTEWISE_TEXT: Readonly<Record<Engine, 'text' | RawBuilder<unknown>>> = {
  sqlite: 'text',
  postgres: sql`text collate "C"`,
};

const UNIQUE_VIOLATIONS = new Set([
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  '23505', // PostgreSQL: unique_violation
]);

const OUT_OF_SPACE = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE', // no room for the file that readers and writers share
  'ENOSPC',
  'EDQUOT',
  '53100', // PostgreSQL: disk_full
]);

/** Something with the same unique value is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return UNIQUE_VIOLATIONS.has(codeOf(error));
}

/** The disk that holds the database has no room for what was to be written. */
export function isOutOfSpace(error: unknown): boolean {
  return OUT_OF_SPACE.has(codeOf(error));
}

/** Another process holds a lock on the SQLite database, also while it recovers one (SQLITE_BUSY_RECOVERY). */
export function isLocked(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

/** The code an engine or the system gave its error; '' when it gave none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** After an id was given and not handed out: SQLite counts on from it by itself, PostgreSQL has to be told. */
export async function countIdsFromLast(tx: Transaction<Schema>): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`select setval(pg_get_serial_sequence('"user"', 'id'), max(id)) from "user"`.execute(tx);
}

/**
 * Nobody else changes users until this transaction has ended: what it has read about all of them holds when it writes.
 * With SQLite that is so for every transaction.
 */
export async function holdUsers(tx: Transaction<Schema>): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`lock table "user" in share row exclusive mode`.execute(tx);
}

/** The next user gets a higher id than `last`, which may belong to nobody any more. */
export async function countIdsFrom(tx: Transaction<Schema>, last: number): Promise<void> {
  if (last < 1) return;
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`select setval(pg_get_serial_sequence('"user"', 'id'), ${last})`.execute(tx);
    return;
  }
  await sql`delete from sqlite_sequence where name = 'user'`.execute(tx);
  await sql`insert into sqlite_sequence (name, seq) values ('user', ${last})`.execute(tx);
}
