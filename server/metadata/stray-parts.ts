import type { TreePath } from '#contract/paths.ts';
import type { Reader, Writer } from './database.ts';

/** Something hidden and unfinished, a file or a folder: where it waits, and its name there. */
export interface StrayPart {
  readonly folder: TreePath;
  readonly partName: string;
  /** Of what was hidden in order to be removed: it gets this name again when it cannot be removed. */
  readonly formerName?: string | undefined;
  /** Recognizes the folder; see tree/evidence.ts. */
  readonly folderMark?: string | undefined;
}

export async function recordStrayPart(
  tx: Writer,
  { folder, partName, formerName, folderMark }: StrayPart,
): Promise<void> {
  await tx
    .insertInto('strayPart')
    .values({
      folder,
      partName,
      formerName: formerName ?? null,
      folderMark: folderMark ?? null,
    })
    .execute();
}

/** Finds it by its name alone, which no other has: the folder may have moved since it was noted. False when it is not noted. */
export async function clearStrayPart(
  tx: Writer,
  { partName }: Pick<StrayPart, 'partName'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('strayPart')
    .where('partName', '=', partName)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function listStrayParts(db: Reader): Promise<StrayPart[]> {
  const rows = await db.selectFrom('strayPart').selectAll().execute();
  return rows.map(({ folder, partName, formerName, folderMark }) => ({
    folder: folder as TreePath, // Only a TreePath is ever stored in this column.
    partName,
    ...(formerName === null ? {} : { formerName }),
    ...(folderMark === null ? {} : { folderMark }),
  }));
}
