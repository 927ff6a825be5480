import { foldText } from '#contract/fold-text.ts';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { type Insertable, sql, type Updateable } from 'kysely';
import { bytewiseSortKey } from '../storage/replies/natural-order.ts';
import { flag } from './codec.ts';
import type { Writer } from './database.ts';
import type { EntryTable } from './schema.ts';
import { ENTRY_COLUMNS, entryFromRow, type StoredEntry } from './stored-entries.ts';

/** An entry that is not in the tree yet. */
export type NewEntry = Omit<StoredEntry, 'id' | 'parent'> & { readonly parent: number };

/** Inserts an entry. Throws an error that `isUniqueViolation` recognizes if the name is taken. */
export async function insertEntry(tx: Writer, entry: NewEntry): Promise<StoredEntry> {
  const row = await tx
    .insertInto('entry')
    .values(toRow(entry))
    .returning(ENTRY_COLUMNS)
    .executeTakeFirstOrThrow();
  return entryFromRow(row);
}

/** Inserts entries of different folders or names. Returns their ids in the order of `entries`. */
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

/** Changes an entry if it still has the folder and the name with which it was read. Otherwise returns false. */
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

/** Sets the modification time of folders whose entries have changed. Microseconds since 1970. */
export async function touchFolders(
  tx: Writer,
  ids: readonly number[],
  modifiedUs: number,
): Promise<void> {
  await tx.updateTable('entry').set({ modifiedUs }).where('id', 'in', ids).execute();
}

/** Removes an entry if it still has the folder and the name with which it was read; otherwise returns false. A folder must be empty. */
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
 * Takes an entry out of the tree with everything below, in one step. The rows are removed later; see `detachedEntries`. Returns false if it
 * has been moved or removed since it was read.
 */
export function detachEntry(
  tx: Writer,
  entry: Pick<StoredEntry, 'id' | 'parent' | 'name'>,
): Promise<boolean> {
  return changeEntry(tx, entry, { parent: null });
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
