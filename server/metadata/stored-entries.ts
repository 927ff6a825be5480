import { foldText } from '#contract/fold-text.ts';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import { bytewiseSortKey } from '../storage/replies/natural-order.ts';
import { flag } from './codec.ts';
import type { Reader, Writer } from './database.ts';
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

export type NewEntry = Omit<StoredEntry, 'id' | 'parent'> & { readonly parent: number };

type Row = Omit<StoredEntry, 'isFolder'> & { readonly isFolder: number };

const COLUMNS = [
  'id',
  'parent',
  'name',
  'isFolder',
  'size',
  'modifiedUs',
  'mode',
  'blob',
] as const satisfies readonly (keyof EntryTable)[];

/** Number of names that one query follows. The expression of each further name is nested in that of the previous one. */
const NAMES_AT_ONCE = 50;

export async function entryById(db: Reader, id: number): Promise<StoredEntry | undefined> {
  const row = await db.selectFrom('entry').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

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
  const row = await ids.clearSelect().select(COLUMNS).executeTakeFirst();
  if (row === undefined || names.length <= NAMES_AT_ONCE) return row && fromRow(row);
  return entryBelow(db, row.id, names.slice(NAMES_AT_ONCE));
}

/** Returns the entries along a path of names, beginning with the root, as far as they exist. */
export async function entriesAlong(
  db: Reader,
  names: readonly string[],
): Promise<readonly StoredEntry[]> {
  const root = await entryById(db, ROOT_ENTRY);
  if (root === undefined) throw new Error('the root of the managed store is missing');
  const way = [root];
  let last = root;
  for (const name of names) {
    const next = last.isFolder ? await childOf(db, last.id, name) : undefined;
    if (next === undefined) break;
    way.push(next);
    last = next;
  }
  return way;
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
  let query = db.selectFrom('entry').select(COLUMNS).where('parent', '=', folder);
  if (after !== undefined) query = query.where('name', '>', after.name);
  return (await query.orderBy('name').limit(most).execute()).map(fromRow);
}

/** Returns folders or files in a folder in natural order, without temporary ones. */
export async function childrenInNaturalOrder(
  db: Reader,
  { folder, isFolder }: { readonly folder: number; readonly isFolder: boolean },
  { after, most }: ChildSlice,
): Promise<StoredEntry[]> {
  let query = db
    .selectFrom('entry')
    .select(COLUMNS)
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
  return rows.map(fromRow);
}

/** Returns entries with temporary names, in the order of their ids. */
export async function temporaryEntries(db: Reader, most: number): Promise<StoredEntry[]> {
  const query = db.selectFrom('entry').select(COLUMNS).where('isTemporary', '=', 1);
  return (await query.orderBy('id').limit(most).execute()).map(fromRow);
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
  let query = db.selectFrom('entry').select(COLUMNS).where('id', '>', after);
  if (bound !== undefined) query = query.where('id', '<=', bound.id);
  for (const term of terms)
    query = query.where(sql<boolean>`folded like ${containing(term)} escape '!'`);
  const rows = await query.where('isTemporary', '=', 0).orderBy('id').execute();
  return { found: rows.map(fromRow), last: bound?.id };
}

function containing(term: string): string {
  return `%${term.replaceAll(/[!%_]/g, '!$&')}%`;
}

/** Returns files without a complete blob of their size. */
export async function entriesWithoutContents(db: Reader, most: number): Promise<StoredEntry[]> {
  const rows = await db
    .selectFrom('entry')
    .leftJoin('blob', 'blob.id', 'entry.blob')
    .select(COLUMNS.map((column) => `entry.${column}` as const))
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
  return rows.map(fromRow);
}

/** Inserts an entry. Throws an error that `isUniqueViolation` recognizes if the name is taken. */
export async function insertEntry(tx: Writer, entry: NewEntry): Promise<StoredEntry> {
  const row = await tx
    .insertInto('entry')
    .values(toRow(entry))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return fromRow(row);
}

/** Inserts entries with different places. Returns their ids in the order of `entries`. */
export async function insertEntries(tx: Writer, entries: readonly NewEntry[]): Promise<number[]> {
  const rows = await tx
    .insertInto('entry')
    .values(entries.map(toRow))
    .returning(['id', 'parent', 'name'])
    .execute();
  const ids = new Map(rows.map(({ id, parent, name }) => [`${parent} ${name}`, id]));
  return entries.map(({ parent, name }) => ids.get(`${parent} ${name}`) ?? 0);
}

/**
 * Copies entries of one folder into another one, with their names and facts. Returns the ids of the copies of folders by their names.
 */
export async function copyEntries(
  tx: Writer,
  ids: readonly number[],
  into: number,
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .insertInto('entry')
    .columns(['parent', ...COPIED_COLUMNS])
    .expression((entries) =>
      entries
        .selectFrom('entry')
        .select([sql<number>`${into}`.as('parent'), ...COPIED_COLUMNS])
        .where('id', 'in', ids),
    )
    .returning(['id', 'name', 'isFolder'])
    .execute();
  return new Map(rows.filter(({ isFolder }) => isFolder === 1).map(({ id, name }) => [name, id]));
}

const COPIED_COLUMNS = [
  'name',
  'sortKey',
  'folded',
  'isFolder',
  'isTemporary',
  'size',
  'modifiedUs',
  'mode',
  'blob',
] as const satisfies readonly (keyof EntryTable)[];

/** Changes an entry that is still where it was read. Returns false if it is not. */
export async function changeEntry(
  tx: Writer,
  { id, parent, name }: Pick<StoredEntry, 'id' | 'parent' | 'name'>,
  changes: Updateable<Pick<EntryTable, 'parent' | 'size' | 'modifiedUs' | 'mode' | 'name'>>,
): Promise<boolean> {
  const named = changes.name === undefined ? {} : namedAs(changes.name);
  const { numUpdatedRows } = await tx
    .updateTable('entry')
    .set({ ...changes, ...named })
    .where('id', '=', id)
    .where('parent', '=', parent)
    .where('name', '=', name)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Sets the time of folders whose entries have changed. Microseconds since 1970. */
export async function touchFolders(
  tx: Writer,
  ids: readonly number[],
  modifiedUs: number,
): Promise<void> {
  await tx.updateTable('entry').set({ modifiedUs }).where('id', 'in', ids).execute();
}

/** Removes an entry that is still where it was read; a folder has to be empty. Returns false if nothing was removed. */
export async function removeEntryRow(
  tx: Writer,
  { id, parent, name }: Pick<StoredEntry, 'id' | 'parent' | 'name'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('entry')
    .where('id', '=', id)
    .where('parent', parent === null ? 'is' : '=', parent)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/**
 * Takes an entry out of the tree with everything below, in one step. Its rows are removed later; see `detachedEntries`. Returns false if it
 * is not where it was read any more.
 */
export async function detachEntry(
  tx: Writer,
  { id, parent, name }: Pick<StoredEntry, 'id' | 'parent' | 'name'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('entry')
    .set({ parent: null })
    .where('id', '=', id)
    .where('parent', '=', parent)
    .where('name', '=', name)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns entries that were taken out of the tree. */
export async function detachedEntries(db: Reader, most: number): Promise<StoredEntry[]> {
  const rows = await db
    .selectFrom('entry')
    .select(COLUMNS)
    .where('parent', 'is', null)
    .where('id', '!=', ROOT_ENTRY)
    .limit(most)
    .execute();
  return rows.map(fromRow);
}

/** Removes files of a folder, including temporary ones. Resolves with their number. */
export async function removeFileRows(tx: Writer, folder: number, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('entry')
    .where('id', 'in', (entries) =>
      entries
        .selectFrom('entry')
        .select('id')
        .where('parent', '=', folder)
        .where('isFolder', '=', 0)
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Moves children of a folder whose names are free in the other one. Resolves with their number. */
export async function moveFreeChildren(
  tx: Writer,
  { from, into }: { readonly from: number; readonly into: number },
  most: number,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('entry')
    .set({ parent: into })
    .where('id', 'in', (entries) =>
      entries
        .selectFrom('entry as moved')
        .select('moved.id')
        .where('moved.parent', '=', from)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('entry as taken')
                .select('taken.id')
                .where('taken.parent', '=', into)
                .whereRef('taken.name', '=', 'moved.name'),
            ),
          ),
        )
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
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

function toRow(entry: NewEntry): Insertable<EntryTable> {
  const { parent, isFolder, size, modifiedUs, mode, blob } = entry;
  // Written out because copies create many.
  return {
    parent,
    name: entry.name,
    sortKey: bytewiseSortKey(entry.name),
    folded: foldText(entry.name),
    isTemporary: flag(isTemporaryName(entry.name)),
    isFolder: flag(isFolder),
    size,
    modifiedUs,
    mode,
    blob,
  };
}

/** Returns the columns that depend on the name. */
function namedAs(name: string): Pick<EntryTable, 'name' | 'sortKey' | 'folded' | 'isTemporary'> {
  return {
    name,
    sortKey: bytewiseSortKey(name),
    folded: foldText(name),
    isTemporary: flag(isTemporaryName(name)),
  };
}

function fromRow({ id, parent, name, isFolder, size, modifiedUs, mode, blob }: Row): StoredEntry {
  return { id, parent, name, isFolder: isFolder === 1, size, modifiedUs, mode, blob };
}
