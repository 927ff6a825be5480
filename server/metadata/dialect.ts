import {
  type ColumnDefinitionBuilder,
  PostgresAdapter,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import type { Schema } from './schema.ts';

/** A database engine. This module has the differences in SQL; sqlite.ts and postgres.ts open databases. */
export type Engine = 'sqlite' | 'postgres';

interface IdColumn {
  readonly type: 'integer' | 'bigint';
  define(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
}

/** Definition of the column `id`, whose numbers are never assigned again, not even after a deletion. */
export const ID_COLUMN: Readonly<Record<Engine, IdColumn>> = {
  sqlite: { type: 'integer', define: (column) => column.primaryKey().autoIncrement() },
  postgres: {
    type: 'bigint',
    define: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
  },
};

/** Text that is compared by bytes in every locale, so that a prefix is a range of the index. */
export const BYTEWISE_TEXT: Readonly<Record<Engine, 'text' | RawBuilder<unknown>>> = {
  sqlite: 'text',
  postgres: sql`text collate "C"`,
};

const UNIQUE_VIOLATIONS = new Set([
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  '23505', // PostgreSQL: unique_violation
]);

const MISSING_REFERENCES = new Set([
  'SQLITE_CONSTRAINT_FOREIGNKEY',
  '23503', // PostgreSQL: foreign_key_violation
]);

const OUT_OF_SPACE = new Set([
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE', // no room for the file that readers and writers share
  'ENOSPC',
  'EDQUOT',
  '53100', // PostgreSQL: disk_full
]);

/** Returns whether a row with the same unique value exists. */
export function isUniqueViolation(error: unknown): boolean {
  return UNIQUE_VIOLATIONS.has(codeOf(error));
}

/** Returns whether a row refers to one that does not exist. */
export function isMissingReference(error: unknown): boolean {
  return MISSING_REFERENCES.has(codeOf(error));
}

/** Returns whether the disk of the database is full. */
export function isOutOfSpace(error: unknown): boolean {
  return OUT_OF_SPACE.has(codeOf(error));
}

/** Returns whether another process holds a lock on the SQLite database, including during recovery (SQLITE_BUSY_RECOVERY). */
export function isLocked(error: unknown): boolean {
  return codeOf(error).startsWith('SQLITE_BUSY');
}

/** Returns the error code of an engine or the system; '' without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Continues the id sequence after rows with explicit ids were inserted. SQLite does this itself. */
export async function countIdsFromLast(tx: Transaction<Schema>): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`select setval(pg_get_serial_sequence('"user"', 'id'), max(id)) from "user"`.execute(tx);
}

/**
 * Locks all users until the transaction ends, so that what it has read about them stays true. With SQLite, transactions exclude each other
 * anyway.
 */
export async function lockUsers(tx: Transaction<Schema>): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`lock table "user" in share row exclusive mode`.execute(tx);
}

/** Makes the next user's id higher than `last`, which may belong to a deleted user. */
export async function countIdsFrom(tx: Transaction<Schema>, last: number): Promise<void> {
  if (last < 1) return;
  if (tx.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`select setval(pg_get_serial_sequence('"user"', 'id'), ${last})`.execute(tx);
    return;
  }
  await sql`delete from sqlite_sequence where name = 'user'`.execute(tx);
  await sql`insert into sqlite_sequence (name, seq) values ('user', ${last})`.execute(tx);
}

/**
 * Locks rows of entries until the transaction ends, so that what it reads about their children stays true. With SQLite, transactions exclude
 * each other anyway.
 */
export async function lockEntries(tx: Transaction<Schema>, ids: readonly number[]): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await tx
    .selectFrom('entry')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Lets one transaction at a time move folders, because two at once could move each of two folders into the other. With SQLite, transactions
 * exclude each other anyway.
 */
export async function lockFolderMoves(tx: Transaction<Schema>): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`select pg_advisory_xact_lock(${FOLDER_MOVES})`.execute(tx);
}

/** Number of the advisory lock, which no other code uses. */
const FOLDER_MOVES = 7_103_115_022;
