import type { TreePath } from '#contract/paths.ts';
import { trashFolderIn } from '#contract/temporary-names.ts';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { inSlices } from './batches.ts';
import type { Reader, Writer } from './database.ts';
import { isAtOrBelow, movedPath } from './paths-below.ts';
import type { TrashTable } from './schema.ts';

/**
 * Why an item is in a trash folder.
 * - `deleted`: a user has deleted it.
 * - `version`: a newer file has replaced it.
 * - `keeping`: it is about to be replaced. Recovery finds out whether it was.
 * - `obsolete`: a version of a file that was deleted for good. It is deleted soon.
 */
export const TrashPurpose = z.enum(['deleted', 'version', 'keeping', 'obsolete']);
export type TrashPurpose = z.infer<typeof TrashPurpose>;

/** Kind of the entry itself. */
export const TrashedKind = z.enum(['file', 'folder', 'symlink', 'other']);
export type TrashedKind = z.infer<typeof TrashedKind>;

/** An item in a trash folder. */
export interface StoredTrash {
  readonly id: number;
  readonly purpose: TrashPurpose;
  /** The user who has deleted or replaced the item; undefined when it is not known. */
  readonly userId: number | undefined;
  /** Their name at that time. */
  readonly username: string;
  /** Path at which the item was; of a version, the present path of its file. */
  readonly source: TreePath;
  /** Path in the trash folder. */
  readonly path: TreePath;
  readonly kind: TrashedKind;
  /** Bytes of the item and everything below it; undefined until it is measured. */
  readonly size: number | undefined;
  /** Number of files, folders and others, with the item itself; undefined until they are counted. */
  readonly entries: number | undefined;
  /** Fingerprint of the item. */
  readonly item: string;
  /** Identifies the trash folder; see tree/evidence.ts. */
  readonly folderEvidence: string | undefined;
  /** Time at which it was deleted or replaced. Unix milliseconds. */
  readonly deletedAt: number;
  /** Modification time of a version, in Unix milliseconds; undefined for deleted items. */
  readonly modifiedMs: number | undefined;
}
export type NewTrash = Omit<StoredTrash, 'id'>;

/**
 * Stores an item that has been moved into a trash folder. Resolves with its id.
 * @param server the server of a cluster that is about to replace the item
 */
export async function insertTrash(
  tx: Writer,
  { folderEvidence, ...trash }: NewTrash,
  server?: string,
): Promise<number> {
  const { id } = await tx
    .insertInto('trash')
    .values({
      ...trash,
      userId: trash.userId ?? null,
      size: trash.size ?? null,
      entries: trash.entries ?? null,
      folderMark: folderEvidence ?? null,
      modifiedMs: trash.modifiedMs ?? null,
      server: server ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function findTrash(db: Reader, id: number): Promise<StoredTrash | undefined> {
  if (!Number.isSafeInteger(id)) return undefined;
  const row = await db.selectFrom('trash').selectAll().where('id', '=', id).executeTakeFirst();
  return row && trashFromRow(row);
}

export interface TrashSearch {
  readonly purpose: TrashPurpose;
  /** Only items that this user has deleted; undefined for those of all users. */
  readonly userId?: number | undefined;
  /** Only items that were there when these bounds were read. */
  readonly bounds?: TrashPosition | undefined;
  /** The list begins after this position. */
  readonly from?: TrashPosition | undefined;
  readonly order: 'newest' | 'oldest';
}

/** Position of an item in a list by time. */
export type TrashPosition = Pick<StoredTrash, 'deletedAt' | 'id'>;

/** Reads items in slices, by the time of their deletion. */
export function trashByTime(
  db: Reader,
  { purpose, userId, bounds, from, order }: TrashSearch,
): AsyncGenerator<StoredTrash[]> {
  const direction = order === 'newest' ? 'desc' : 'asc';
  const beyond = order === 'newest' ? sql`<` : sql`>`;
  return inSlices<StoredTrash>(async (last, size) => {
    const after = last ?? from;
    const rows = await db
      .selectFrom('trash')
      .selectAll()
      .where('purpose', '=', purpose)
      .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? 0))
      .$if(bounds !== undefined, (query) =>
        query.where('id', '<=', bounds?.id ?? 0).where('deletedAt', '<=', bounds?.deletedAt ?? 0),
      )
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(${sql.ref('deletedAt')}, ${sql.ref('id')}) ${beyond} (${after?.deletedAt}, ${after?.id})`,
        ),
      )
      .orderBy('deletedAt', direction)
      .orderBy('id', direction)
      .limit(size)
      .execute();
    return rows.map(trashFromRow);
  });
}

/**
 * Returns the highest id of an item, and the latest time of a deletion. A later item has a higher id, and a version that becomes a deleted item
 * has a later time. Together they distinguish later items even if the clock was set back.
 */
export async function trashBounds(db: Reader): Promise<TrashPosition> {
  const highest = db.selectFrom('trash').select('id').orderBy('id', 'desc').limit(1);
  const latest = db
    .selectFrom('trash')
    .select('deletedAt')
    .where('purpose', '=', 'deleted')
    .orderBy('deletedAt', 'desc')
    .limit(1);
  const { id } = (await highest.executeTakeFirst()) ?? { id: 0 };
  const { deletedAt } = (await latest.executeTakeFirst()) ?? { deletedAt: 0 };
  return { deletedAt, id };
}

/** Lists items of all purposes whose size is not known. At most `most`. */
export async function listUnmeasured(db: Reader, most: number): Promise<StoredTrash[]> {
  const rows = await db
    .selectFrom('trash')
    .selectAll()
    .where('size', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(trashFromRow);
}

/** Returns the paths of everything in a trash folder, whatever its purpose. */
export async function pathsInTrash(db: Reader, folder: TreePath): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('trash')
    .select('path')
    .where(isAtOrBelow('path', folder))
    .execute();
  return new Set(rows.map(({ path }) => path));
}

/** Stores the size of an item. */
export async function setTrashSize(
  tx: Writer,
  id: number,
  { size, entries }: { readonly size: number; readonly entries: number },
): Promise<void> {
  await tx.updateTable('trash').set({ size, entries }).where('id', '=', id).execute();
}

/** Deletes the row of an item. Resolves with false when it was deleted before. */
export async function deleteTrash(tx: Writer, path: TreePath): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('trash')
    .where('path', '=', path)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Number and measured size of the items. */
export interface TrashTotals {
  readonly items: number;
  readonly bytes: number;
}

export async function trashTotals(db: Reader): Promise<TrashTotals> {
  const { items, bytes } = await db
    .selectFrom('trash')
    .select((is) => [
      is.fn.countAll<number>().as('items'),
      // PostgreSQL returns the sum as text.
      is.fn.coalesce(is.fn.sum<number | string>('size'), sql<number>`0`).as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  return { items, bytes: Number(bytes) };
}

/**
 * Updates the table after an entry has moved: deletes its row when it has left the trash, and updates the paths of items in trash folders below
 * it, and of the versions of its files.
 */
export async function followMoveInTrash(tx: Writer, from: TreePath, to: TreePath): Promise<void> {
  const hasLeft = trashFolderIn(from) !== undefined && trashFolderIn(to) === undefined;
  if (hasLeft) await deleteTrash(tx, from);
  const paths = await tx.selectFrom('trash').selectAll().where(isAtOrBelow('path', from)).execute();
  for (const { id, path } of paths)
    await tx
      .updateTable('trash')
      .set({ path: movedPath(path as TreePath, from, to) })
      .where('id', '=', id)
      .execute();
  await followVersions(tx, from, to);
}

/** Updates the paths of the files to which versions belong, after a file or folder has moved. */
export async function followVersions(tx: Writer, from: TreePath, to: TreePath): Promise<void> {
  const versions = await tx
    .selectFrom('trash')
    .selectAll()
    .where('purpose', 'in', ['version', 'keeping'])
    .where(isAtOrBelow('source', from))
    .execute();
  for (const { id, source } of versions)
    await tx
      .updateTable('trash')
      .set({ source: movedPath(source as TreePath, from, to) })
      .where('id', '=', id)
      .execute();
}

export function trashFromRow(row: Selectable<TrashTable>): StoredTrash {
  const { server: _, folderMark, ...columns } = row;
  return {
    ...columns,
    purpose: TrashPurpose.parse(row.purpose),
    userId: row.userId ?? undefined,
    // Only TreePaths are stored in these columns.
    source: row.source as TreePath,
    path: row.path as TreePath,
    kind: TrashedKind.catch('other').parse(row.kind),
    size: row.size ?? undefined,
    entries: row.entries ?? undefined,
    folderEvidence: folderMark ?? undefined,
    modifiedMs: row.modifiedMs ?? undefined,
  };
}
