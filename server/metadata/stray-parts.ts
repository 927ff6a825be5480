import type { TreePath } from '#contract/paths.ts';
import type { Reader, Writer } from './database.ts';

/** A hidden, unfinished file: the folder it waits in, and its name there. */
export interface StrayPart {
  readonly folder: TreePath;
  readonly partName: string;
}

export async function noteStrayPart(tx: Writer, { folder, partName }: StrayPart): Promise<void> {
  await tx.insertInto('strayPart').values({ folder, partName }).execute();
}

export async function strikeStrayPart(tx: Writer, { folder, partName }: StrayPart): Promise<void> {
  await tx
    .deleteFrom('strayPart')
    .where('folder', '=', folder)
    .where('partName', '=', partName)
    .execute();
}

export async function listStrayParts(db: Reader): Promise<StrayPart[]> {
  const rows = await db.selectFrom('strayPart').selectAll().execute();
  // Only a TreePath is ever stored in this column.
  return rows.map(({ folder, partName }) => ({ folder: folder as TreePath, partName }));
}
