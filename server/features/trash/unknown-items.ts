import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Database } from '../../metadata/database.ts';
import { insertTrash } from '../../metadata/trash.ts';
import { entryAt } from '../../tree/entry-at.ts';
import { requireChildPath } from '../../tree/entry-paths.ts';
import { folderEvidenceOf } from '../../tree/evidence.ts';
import { trashedKindOf } from '../../tree/path-in-trash.ts';
import type { Tree } from '../../tree/tree.ts';
import { findUnknownTrash } from '../../tree/unknown-trash.ts';

/** The random prefix of a name in the trash. */
const PREFIX = /^[0-9a-f]{16}-/;

/**
 * Stores the items of a trash folder that the database does not know, such as those that are newer than the backup which it was restored from.
 * Administrators see them as deleted from the top of their disk, at the time at which they were found. Resolves with their number.
 */
export async function adoptUnknownItems(
  { tree, db }: { readonly tree: Tree; readonly db: Database },
  folder: TreePath,
  signal: AbortSignal,
): Promise<number> {
  const unknown = await findUnknownTrash({ driver: tree.driver, read: db.read }, folder, signal);
  let count = 0;
  for (const path of unknown) {
    if (await adopt({ tree, db }, path)) count += 1;
  }
  return count;
}

async function adopt(
  { tree, db }: { readonly tree: Tree; readonly db: Database },
  path: TreePath,
): Promise<boolean> {
  const stat = await entryAt(tree, path);
  if (stat === undefined) return false;
  const folder = parentOf(path);
  const folderEvidence = await folderEvidenceOf(tree.driver, folder);
  await db.write((tx) =>
    insertTrash(tx, {
      purpose: 'deleted',
      userId: undefined,
      username: '',
      source: requireChildPath(parentOf(folder), nameOf(path).replace(PREFIX, '')),
      path,
      kind: trashedKindOf(stat),
      size: undefined,
      entries: undefined,
      item: stat.fingerprint,
      folderEvidence,
      modifiedMs: undefined,
      deletedAt: Date.now(),
    }),
  );
  return true;
}
