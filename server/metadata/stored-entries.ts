import { sql } from 'kysely';
import { bytewiseSortKey } from '../storage/replies/natural-order.ts';
import { inSlices } from './batches.ts';
import { flag } from './codec.ts';
import type { Reader } from './database.ts';
import type { EntryTable } from './schema.ts';

/** Id of the root of the managed store. */
export const ROOT_ENTRY = 1;

/** A file or folder of the managed store. */
export interface StoredEntry {
  /** Never assigned again. */
  readonly id: number;
  /** Id of the folder that holds it; null for the root. */
  readonly parent: number | null;
  /** May be a temporary name. */
  readonly name: string;
  readonly isFolder: boolean;
  /** Bytes; 0 for a folder and for a temporary file. */
  readonly size: number;
  /** Microseconds since 1970. */
  readonly modifiedUs: number;
  /** Permission bits. */
  readonly mode: number;
  /** Id of the blob with the contents; null for a folder. */
  readonly blob: string | null;
}

/** The columns of an entry. */
type Row = Omit<StoredEntry, 'isFolder'> & { readonly isFolder: number };

/** Columns that `entryFromRow` reads. */
export const ENTRY_COLUMNS = [
  'id',
  'parent',
  'name',
  'isFolder',
  'size',
  'modifiedUs',
  'mode',
  'blob',
] as const satisfies readonly (keyof EntryTable)[];

/**
 * Number of names that one query follows. The expression of each further name is nested in that of the previous one, and SQLite refuses more
 * than 25 of them as an expression tree that is too large.
 */
const NAMES_AT_ONCE = 16;

export async function entryById(db: Reader, id: number): Promise<StoredEntry | undefined> {
  const row = await db
    .selectFrom('entry')
    .select(ENTRY_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && entryFromRow(row);
}

/** Returns the entry of a folder with a name; undefined if there is none. */
export async function childOf(
  db: Reader,
  parent: number,
  name: string,
): Promise<StoredEntry | undefined> {
  return entryBelow(db, parent, [name]);
}

/** Returns the entry at a path of names; undefined if a name is missing. */
export async function entryAtNames(
  db: Reader,
  names: readonly string[],
): Promise<StoredEntry | undefined> {
  return names.length === 0 ? entryById(db, ROOT_ENTRY) : entryBelow(db, ROOT_ENTRY, names);
}

async function entryBelow(
  db: Reader,
  from: number,
  names: readonly string[],
): Promise<StoredEntry | undefined> {
  const [first = '', ...further] = names.slice(0, NAMES_AT_ONCE);
  let ids = db
    .selectFrom('entry')
    .select('id')
    .where('parent', '=', from)
    .where('name', '=', first);
  for (const name of further) {
    ids = db.selectFrom('entry').select('id').where('parent', '=', ids).where('name', '=', name);
  }
  const row = await ids.clearSelect().select(ENTRY_COLUMNS).executeTakeFirst();
  if (row === undefined || names.length <= NAMES_AT_ONCE) return row && entryFromRow(row);
  return entryBelow(db, row.id, names.slice(NAMES_AT_ONCE));
}

/** Returns the root and the entry for each of the names on a path, up to the first one that does not exist. */
export async function entriesAlong(
  db: Reader,
  names: readonly string[],
): Promise<readonly StoredEntry[]> {
  const root = await entryById(db, ROOT_ENTRY);
  if (root === undefined) throw new Error('the root of the managed store is missing');
  const entries = [root];
  let last = root;
  for (const name of names) {
    const next = last.isFolder ? await childOf(db, last.id, name) : undefined;
    if (next === undefined) break;
    entries.push(next);
    last = next;
  }
  return entries;
}

/** Options of a slice of children; see `inSlices`. */
export interface ChildSlice {
  readonly after: StoredEntry | undefined;
  readonly most: number;
}

/** Returns children of a folder in the order of the bytes of their names, with temporary ones. */
export async function childrenByName(
  db: Reader,
  folder: number,
  { after, most }: ChildSlice,
): Promise<StoredEntry[]> {
  let query = db.selectFrom('entry').select(ENTRY_COLUMNS).where('parent', '=', folder);
  if (after !== undefined) query = query.where('name', '>', after.name);
  return (await query.orderBy('name').limit(most).execute()).map(entryFromRow);
}

/** Returns folders or files in a folder in natural order, without temporary ones. */
export async function childrenInNaturalOrder(
  db: Reader,
  { folder, isFolder }: { readonly folder: number; readonly isFolder: boolean },
  { after, most }: ChildSlice,
): Promise<StoredEntry[]> {
  let query = db
    .selectFrom('entry')
    .select(ENTRY_COLUMNS)
    .where('parent', '=', folder)
    .where('isTemporary', '=', 0)
    .where('isFolder', '=', flag(isFolder));
  if (after !== undefined) {
    const key = bytewiseSortKey(after.name);
    query = query
      .where('sortKey', '>=', key)
      .where((row) => row.or([row('sortKey', '>', key), row('name', '>', after.name)]));
  }
  const rows = await query.orderBy('sortKey').orderBy('name').limit(most).execute();
  return rows.map(entryFromRow);
}

/** Reads all entries with temporary names, in the order of their ids. */
export function temporaryEntries(db: Reader): AsyncGenerator<StoredEntry[]> {
  return inSlices<StoredEntry>(async (last, size) => {
    const rows = await db
      .selectFrom('entry')
      .select(ENTRY_COLUMNS)
      .where('isTemporary', '=', 1)
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(size)
      .execute();
    return rows.map(entryFromRow);
  });
}

/**
 * Returns entries whose ids follow `after` and whose folded name contains each of the terms, in the order of the ids, and the last
 * examined id: undefined at the end. Examines `most` ids, so that a call takes a limited time.
 */
export async function entriesNamed(
  db: Reader,
  terms: readonly string[],
  { after, most }: { readonly after: number; readonly most: number },
): Promise<{ readonly found: StoredEntry[]; readonly last: number | undefined }> {
  const bound = await db
    .selectFrom('entry')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  let query = db.selectFrom('entry').select(ENTRY_COLUMNS).where('id', '>', after);
  if (bound !== undefined) query = query.where('id', '<=', bound.id);
  for (const term of terms)
    query = query.where(sql<boolean>`folded like ${containing(term)} escape '!'`);
  const rows = await query.where('isTemporary', '=', 0).orderBy('id').execute();
  return { found: rows.map(entryFromRow), last: bound?.id };
}

/** Returns the pattern for names that contain a term. */
function containing(term: string): string {
  return `%${term.replaceAll(/[!%_]/g, '!$&')}%`;
}

/** Returns files without a complete blob of their size. */
export async function entriesWithoutContents(db: Reader, most: number): Promise<StoredEntry[]> {
  const rows = await db
    .selectFrom('entry')
    .leftJoin('blob', 'blob.id', 'entry.blob')
    .select(ENTRY_COLUMNS.map((column) => `entry.${column}` as const))
    .where('entry.isFolder', '=', 0)
    .where('entry.isTemporary', '=', 0)
    .where(({ or, eb }) =>
      or([
        eb('blob.state', 'is', null),
        eb('blob.state', 'in', ['pending', 'removing']),
        eb('blob.size', '!=', eb.ref('entry.size')),
      ]),
    )
    .limit(most)
    .execute();
  return rows.map(entryFromRow);
}

/** Returns entries that `detachEntry` has taken out of the tree, and whose rows have not been removed yet. */
export async function detachedEntries(db: Reader, most: number): Promise<StoredEntry[]> {
  const rows = await db
    .selectFrom('entry')
    .select(ENTRY_COLUMNS)
    .where('parent', 'is', null)
    .where('id', '!=', ROOT_ENTRY)
    .limit(most)
    .execute();
  return rows.map(entryFromRow);
}

/** Returns true if the folder holds anything, including temporary files. */
export async function hasChildren(db: Reader, folder: number): Promise<boolean> {
  const row = await db
    .selectFrom('entry')
    .select('id')
    .where('parent', '=', folder)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function entryFromRow({
  id,
  parent,
  name,
  isFolder,
  size,
  modifiedUs,
  mode,
  blob,
}: Row): StoredEntry {
  return { id, parent, name, isFolder: isFolder === 1, size, modifiedUs, mode, blob };
}
