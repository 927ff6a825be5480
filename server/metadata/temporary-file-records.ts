import type { TreePath } from '#contract/paths.ts';
import type { Reader, Writer } from './database.ts';

/** A temporary file or folder, and its parent folder. */
export interface TemporaryFileRecord {
  readonly folder: TreePath;
  readonly partName: string;
  /** Name of a folder before it was hidden to be removed. It gets this name again when it cannot be removed. */
  readonly formerName?: string | undefined;
  /** Identifies the folder; see tree/evidence.ts. */
  readonly folderMark?: string | undefined;
}

export async function recordTemporaryFile(
  tx: Writer,
  { folder, partName, formerName, folderMark }: TemporaryFileRecord,
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

/** Deletes a record by the random name alone, because the folder may have moved. Returns false when there is none. */
export async function clearTemporaryFile(
  tx: Writer,
  { partName }: Pick<TemporaryFileRecord, 'partName'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('strayPart')
    .where('partName', '=', partName)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function listTemporaryFiles(db: Reader): Promise<TemporaryFileRecord[]> {
  const rows = await db.selectFrom('strayPart').selectAll().execute();
  return rows.map(({ folder, partName, formerName, folderMark }) => ({
    folder: folder as TreePath, // Only a TreePath is ever stored in this column.
    partName,
    ...(formerName === null ? {} : { formerName }),
    ...(folderMark === null ? {} : { folderMark }),
  }));
}
