import type { TreePath } from '#contract/paths.ts';
import type { Selectable } from 'kysely';
import { flag } from './codec.ts';
import type { Reader, Writer } from './database.ts';
import type { UnfinishedActTable } from './schema.ts';

/** An entry, as its folder and its name. */
export interface StoredEntry {
  readonly folder: TreePath;
  readonly name: string;
}

/** A change of the tree that takes several steps, recorded before the first of them. */
export interface NewJournalEntry {
  /**
   * `renaming`: an entry gets another name or folder. `publishing`: a hidden copy gets its name. `merging`: the
   * entries of a hidden copy are moved into a folder. `moving-into`: the same for the original, which gets a hidden
   * name in that folder first.
   */
  readonly kind: 'renaming' | 'publishing' | 'merging' | 'moving-into';
  readonly from: StoredEntry;
  readonly to: StoredEntry;
  readonly replace: boolean;
  /**
   * For a move to another device, the original of the copy `from`, which is removed once the copy is published. For `moving-into`, the
   * former name of the folder, which it gets again when it cannot be merged.
   */
  readonly original: StoredEntry | undefined;
  /**
   * Fingerprint of the entry that moves: of the original for `renaming` and `moving-into`, else of the hidden copy. Undefined in entries of
   * earlier versions.
   */
  readonly item?: string | undefined;
  /** Identifies the folder of `from`; see tree/evidence.ts. */
  readonly folderMark?: string | undefined;
}

export interface JournalEntry extends NewJournalEntry {
  readonly id: number;
}

export async function insertJournalEntry(
  tx: Writer,
  entry: NewJournalEntry,
): Promise<JournalEntry> {
  const { from, to, original } = entry;
  const { id } = await tx
    .insertInto('unfinishedAct')
    .values({
      kind: entry.kind,
      fromFolder: from.folder,
      fromName: from.name,
      toFolder: to.folder,
      toName: to.name,
      replace: flag(entry.replace),
      originalFolder: original?.folder ?? null,
      originalName: original?.name ?? null,
      item: entry.item ?? null,
      folderMark: entry.folderMark ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...entry, id };
}

/** Deletes an entry. Returns false when it was deleted before. */
export async function deleteJournalEntry(tx: Writer, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('unfinishedAct')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Lists the entries in the order in which the operations have begun. */
export async function listJournalEntries(db: Reader): Promise<JournalEntry[]> {
  const rows = await db.selectFrom('unfinishedAct').selectAll().orderBy('id').execute();
  return rows.map(entryFromRow);
}

/** The casts are safe, because only values of `insertJournalEntry` are stored. */
function entryFromRow(row: Selectable<UnfinishedActTable>): JournalEntry {
  const { originalFolder, originalName, item, folderMark } = row;
  return {
    id: row.id,
    kind: row.kind as NewJournalEntry['kind'],
    from: { folder: row.fromFolder as TreePath, name: row.fromName },
    to: { folder: row.toFolder as TreePath, name: row.toName },
    replace: row.replace === 1,
    original:
      originalFolder === null || originalName === null
        ? undefined
        : { folder: originalFolder as TreePath, name: originalName },
    ...(item === null ? {} : { item }),
    ...(folderMark === null ? {} : { folderMark }),
  };
}
