import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
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

interface AdoptDependencies {
  readonly tree: Tree;
  readonly db: Database;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Stores the items of trash folders that the database does not know, such as those that are newer than the backup which it was restored from.
 * Administrators see them as deleted from the top of their disk, at the time at which they were found. A folder on a disk that fails or does
 * not answer does not keep the others from being read.
 */
export async function adoptUnknownItems(
  dependencies: AdoptDependencies,
  folders: Iterable<TreePath>,
  signal: AbortSignal,
): Promise<void> {
  const { log } = dependencies;
  for (const folder of folders) {
    try {
      const count = await adoptItemsOf(dependencies, folder, signal);
      if (count > 0) log.warn({ folder, count }, 'unknown items in the trash are listed again');
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AppError)) throw error;
      log.warn({ err: error, folder }, 'trash folder not read');
    }
  }
}

/** Resolves with the number of stored items. */
async function adoptItemsOf(
  { tree, db }: Pick<AdoptDependencies, 'tree' | 'db'>,
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
  { tree, db }: Pick<AdoptDependencies, 'tree' | 'db'>,
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
