import type { TreePath } from '#contract/paths.ts';
import { sql } from 'kysely';
import type { Reader, Writer } from './database.ts';
import { isAtOrBelow } from './paths-below.ts';
import { insertTrash, type NewTrash, type StoredTrash, trashFromRow } from './trash.ts';

/** Stores files that are about to be replaced, before that happens (`keeping`). Resolves with their ids, in the same order. */
export async function insertKeeping(
  tx: Writer,
  files: readonly Omit<NewTrash, 'purpose'>[],
  server?: string,
): Promise<number[]> {
  const ids: number[] = [];
  for (const file of files)
    ids.push(await insertTrash(tx, { ...file, purpose: 'keeping' }, server));
  return ids;
}

/** Records that a file was replaced and is an earlier version now. `item` is the fingerprint of the file in the trash. */
export async function settleKeeping(
  tx: Writer,
  { id, item }: Pick<StoredTrash, 'id' | 'item'>,
): Promise<void> {
  await tx
    .updateTable('trash')
    .set({ purpose: 'version', item })
    .where('id', '=', id)
    .where('purpose', '=', 'keeping')
    .execute();
}

/** Forgets a file that was not replaced. */
export async function deleteKeeping(tx: Writer, id: number): Promise<void> {
  await tx.deleteFrom('trash').where('id', '=', id).where('purpose', '=', 'keeping').execute();
}

/** A file that is about to be replaced, and the server of a cluster that replaces it; undefined for a server alone. */
export interface ReplacedFile extends StoredTrash {
  readonly server: string | undefined;
}

/** Lists all files that are about to be replaced, the oldest first. */
export async function listKeeping(db: Reader): Promise<ReplacedFile[]> {
  const rows = await db
    .selectFrom('trash')
    .selectAll()
    .where('purpose', '=', 'keeping')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...trashFromRow(row), server: row.server ?? undefined }));
}

/** Lists the versions of a file, the newest first. At most `most`. */
export async function listVersions(
  db: Reader,
  source: TreePath,
  most: number,
): Promise<StoredTrash[]> {
  const rows = await db
    .selectFrom('trash')
    .selectAll()
    .where('purpose', '=', 'version')
    .where('source', '=', source)
    .orderBy('deletedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(trashFromRow);
}

/** Lists versions beyond the newest `kept` of their file, the oldest first. At most `most`. */
export async function listSurplusVersions(
  db: Reader,
  kept: number,
  most: number,
): Promise<StoredTrash[]> {
  const numbered = db
    .selectFrom('trash')
    .select('id')
    .select(
      sql<number>`row_number() over (partition by source order by ${sql.ref('deletedAt')} desc, id desc)`.as(
        'position',
      ),
    )
    .where('purpose', '=', 'version')
    .as('numbered');
  const rows = await db
    .selectFrom('trash')
    .selectAll()
    .where('id', 'in', (is) =>
      is.selectFrom(numbered).select('numbered.id').where('numbered.position', '>', kept),
    )
    .orderBy('deletedAt')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(trashFromRow);
}

/** Marks the versions of a file that was deleted for good, or of all files in such a folder, as obsolete. Resolves with their number. */
export async function markObsolete(tx: Writer, source: TreePath): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('trash')
    .set({ purpose: 'obsolete' })
    .where('purpose', '=', 'version')
    .where(isAtOrBelow('source', source))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Returns the ids of the versions of a file, without that with the id `besides`. */
export async function versionIds(db: Reader, source: TreePath, besides: number): Promise<number[]> {
  const rows = await db
    .selectFrom('trash')
    .select('id')
    .where('purpose', '=', 'version')
    .where('source', '=', source)
    .where('id', '!=', besides)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Turns a version into an item that its user has deleted. `source` is the path at which it was. Its own versions, which are of the file at
 * `follow.source` now, wait in the trash with it.
 */
export async function turnIntoDeleted(
  tx: Writer,
  { id, source, deletedAt }: Pick<StoredTrash, 'id' | 'source' | 'deletedAt'>,
  follow: { readonly source: TreePath; readonly ids: readonly number[] },
): Promise<void> {
  if (follow.ids.length > 0) {
    await tx
      .updateTable('trash')
      .set((is) => ({
        source: is.selectFrom('trash as item').select('path').where('item.id', '=', id),
      }))
      .where('id', 'in', follow.ids)
      .where('purpose', '=', 'version')
      .where('source', '=', follow.source)
      .execute();
  }
  await tx
    .updateTable('trash')
    .set({ purpose: 'deleted', source, deletedAt, modifiedMs: null })
    .where('id', '=', id)
    .where('purpose', '=', 'version')
    .execute();
}

/** Returns whether a file, or one in a folder, has versions. */
export async function hasVersions(db: Reader, source: TreePath): Promise<boolean> {
  const row = await db
    .selectFrom('trash')
    .select('id')
    .where('purpose', '=', 'version')
    .where(isAtOrBelow('source', source))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
