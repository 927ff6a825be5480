import type { TreePath } from '#contract/paths.ts';
import type { Selectable } from 'kysely';
import { flag } from './codec.ts';
import type { Reader, Writer } from './database.ts';
import type { UnfinishedActTable } from './schema.ts';

/** An entry by the folder that holds it. */
export interface StoredEntry {
  readonly folder: TreePath;
  readonly name: string;
}

/** A change of the tree that takes several steps, noted before the first of them. */
export interface NewJournalEntry {
  /**
   * `renaming`: an entry gets another name or folder. `publishing`: a hidden copy gets its name. `merging`: what a hidden
   * copy holds goes into a folder. `moving-into`: the same with the original itself, hidden in that folder before.
   */
  readonly kind: 'renaming' | 'publishing' | 'merging' | 'moving-into';
  readonly from: StoredEntry;
  readonly to: StoredEntry;
  readonly replace: boolean;
  /**
   * Of a move to another device, what `from` is the copy of: it is removed once the copy has its name. Of `moving-into`
   * the name that the folder had: what cannot be merged gets it again.
   */
  readonly original: StoredEntry | undefined;
  /**
   * The mark of what moves: of `renaming` and `moving-into` the original's, else the hidden copy's. Undefined in entries of earlier
   * versions.
   */
  readonly item?: string | undefined;
  /** Recognizes the folder of `from`; see tree/evidence.ts. */
  readonly folderMark?: string | undefined;
}

export interface JournalEntry extends NewJournalEntry {
  readonly id: number;
}

export async function insertJournalEntry(tx: Writer, act: NewJournalEntry): Promise<JournalEntry> {
  const { from, to, original } = act;
  const { id } = await tx
    .insertInto('unfinishedAct')
    .values({
      kind: act.kind,
      fromFolder: from.folder,
      fromName: from.name,
      toFolder: to.folder,
      toName: to.name,
      replace: flag(act.replace),
      originalFolder: original?.folder ?? null,
      originalName: original?.name ?? null,
      item: act.item ?? null,
      folderMark: act.folderMark ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...act, id };
}

/** False when it was deleted before. */
export async function deleteJournalEntry(tx: Writer, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('unfinishedAct')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** In the order they were begun. */
export async function listJournalEntries(db: Reader): Promise<JournalEntry[]> {
  const rows = await db.selectFrom('unfinishedAct').selectAll().orderBy('id').execute();
  return rows.map(entryFromRow);
}

/** The casts are safe: only what `insertJournalEntry` takes is ever stored. */
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
