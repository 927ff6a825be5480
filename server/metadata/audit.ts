import type { AuditedOperation, AuditEntry } from '#contract/audit.ts';
import { ROOT, type TreePath } from '#contract/paths.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Trigger } from '#contract/commands.ts';
import { type Selectable, sql } from 'kysely';
import { isAboutPath } from './audited-folders.ts';
import { isStorableText } from './codec.ts';
import type { Reader, Writer } from './database.ts';
import type { AuditTable } from './schema.ts';

export type NewAuditEntry = Omit<AuditEntry, 'id'> & {
  /** See `digestsOfFolders`. */
  readonly folders?: string;
};

/** Number of rows per statement, because databases limit the number of values. */
const MAX_AT_ONCE = 500;

/** Inserts entries in the given order. Resolves with their ids in the same order. */
export async function insertAudit(
  tx: Writer,
  entries: readonly NewAuditEntry[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < entries.length; start += MAX_AT_ONCE) {
    const rows = entries.slice(start, start + MAX_AT_ONCE).map(rowOf);
    const inserted = await tx.insertInto('audit').values(rows).returning('id').execute();
    // Ids ascend in the order of the values; the order of returned rows is not defined.
    ids.push(...inserted.map(({ id }) => id).toSorted((one, other) => one - other));
  }
  return ids;
}

/** Raises the number of operations that an entry stands for. Does nothing when the entry has been removed. */
export async function addToAuditEntry(tx: Writer, id: number, more: number): Promise<void> {
  await tx
    .updateTable('audit')
    .set((entry) => ({ more: entry('more', '+', more) }))
    .where('id', '=', id)
    .execute();
}

/** Returns the row of an entry. A login can have any name; characters that a database cannot store are replaced. */
function rowOf({
  username,
  about,
  destination,
  fields,
  failedCommand,
  more = 0,
  folders,
  ...facts
}: NewAuditEntry) {
  return {
    ...facts,
    more,
    username: storable(username),
    about: storable(about),
    destination: destination === undefined ? null : storable(destination),
    fields: fields === undefined ? null : JSON.stringify(fields),
    failedCommand: failedCommand ?? null,
    folders: folders ?? null,
  };
}

function storable(text: string): string {
  return isStorableText(text) ? text : text.replaceAll('\0', '\uFFFD').toWellFormed();
}

/** Selects entries of the audit log. All conditions apply at once. */
export interface AuditSearch {
  /** Lists only entries older than the one with this id. */
  readonly before?: number | undefined;
  readonly username?: string | undefined;
  readonly act?: AuditedOperation | undefined;
  /** Lists only refused or failed operations, including those with a failed event hook. */
  readonly failedOnly?: boolean;
  /** Lists only entries at or after this time. Unix milliseconds. */
  readonly sinceMs?: number | undefined;
  /** Lists only entries before this time. Unix milliseconds. */
  readonly untilMs?: number | undefined;
  /** Lists only entries about this item or an item below it, which excludes log-ins and settings. A path from the served root. */
  readonly path?: TreePath | undefined;
  readonly limit: number;
}

/** Number of ids that one statement examines, which takes a few milliseconds with any filter. */
const WINDOW_IDS = 10_000;

/**
 * Lists entries, the latest first. Examines them in windows of ids and yields in between, because matching entries
 * may be rare or old.
 */
export async function listAudit(db: Reader, search: AuditSearch): Promise<AuditEntry[]> {
  const { before, username, path = ROOT, limit } = search;
  // A text that cannot be stored is not a name of a user, and some databases refuse it in a query.
  if (username !== undefined && !isStorableText(username)) return [];
  if (!isStorableText(path)) return [];
  const first = await firstOrLastId(db, 'asc');
  const last = await firstOrLastId(db, 'desc');
  if (first === undefined || last === undefined) return [];
  const found: AuditEntry[] = [];
  let end = Math.min(before ?? Infinity, last + 1);
  while (found.length < limit && end > first) {
    const begin = Math.max(first, end - WINDOW_IDS);
    const rows = await auditWindow(db, search, {
      begin,
      end,
      most: limit - found.length,
    }).execute();
    found.push(...rows.map(entryFromRow));
    end = begin;
    await nextTurn();
  }
  return found;
}

/** Returns the first (`asc`) or the last (`desc`) id; undefined without entries. */
async function firstOrLastId(db: Reader, direction: 'asc' | 'desc'): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit')
    .select('id')
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** A range of ids, and the maximum number of entries that are returned of it. */
interface AuditWindow {
  /** The first id to examine, and the one after the last. */
  readonly begin: number;
  readonly end: number;
  readonly most: number;
}

/** Returns the query of one window. Exported to test its plan. */
export function auditWindow(
  db: Reader,
  { username, act, failedOnly = false, sinceMs, untilMs, path }: AuditSearch,
  { begin, end, most }: AuditWindow,
) {
  return db
    .selectFrom('audit')
    .selectAll()
    .where('id', '>=', begin)
    .where('id', '<', end)
    .$if(username !== undefined, (query) => query.where('username', '=', username ?? ''))
    .$if(act !== undefined, (query) => query.where('act', '=', act ?? ''))
    .$if(sinceMs !== undefined, (query) => query.where('at', '>=', sinceMs ?? 0))
    .$if(untilMs !== undefined, (query) => query.where('at', '<', untilMs ?? 0))
    .$if(failedOnly, (query) => query.where(HAS_FAILED))
    .$if(path !== undefined, (query) => query.where(isAboutPath(path ?? ROOT)))
    .orderBy('id', 'desc')
    .limit(most);
}

/** Matches refused and failed operations. Must be exactly the condition of the index `auditFailed`, or SQLite does not use the index. */
const HAS_FAILED = sql<boolean>`(${sql.ref('status')} >= 400 or ${sql.ref('failedCommand')} is not null)`;

/** Returns the entry of a row. The casts are safe, because only `insertAudit` stores entries. */
function entryFromRow({
  act,
  destination,
  fields,
  failedCommand,
  more,
  ...row
}: Selectable<AuditTable>): AuditEntry {
  const { folders: _, ...facts } = row;
  return {
    ...facts,
    act: act as AuditedOperation,
    ...(destination !== null && { destination }),
    ...(fields !== null && { fields: JSON.parse(fields) as string[] }),
    ...(failedCommand !== null && { failedCommand: failedCommand as Trigger }),
    ...(more > 0 && { more }),
  };
}

/** Removes at most `most` entries older than `beforeMs`. Resolves with their number. */
export async function removeAudit(tx: Writer, beforeMs: number, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('audit')
    .where('id', 'in', (entries) =>
      entries.selectFrom('audit').select('id').where('at', '<', beforeMs).orderBy('at').limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Keeps the latest `kept` entries, by their ids, and removes at most `most` of the others. Resolves with their
 * number. An id that was never assigned counts as an entry.
 */
export async function trimAudit(tx: Writer, kept: number, most: number): Promise<number> {
  const last = await firstOrLastId(tx, 'desc');
  if (last === undefined) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom('audit')
    .where('id', 'in', (entries) =>
      entries
        .selectFrom('audit')
        .select('id')
        .where('id', '<=', last - kept)
        .orderBy('id')
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
