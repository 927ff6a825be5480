import { isWithin, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { Database, Reader } from '../../metadata/database.ts';
import { listOperations } from '../../metadata/operation-journal.ts';
import { listStarred, starItem, unstarItem } from '../../metadata/user-items.ts';
import { nothingAtPath } from '../../storage/driver-errors.ts';
import { authorizeEntry } from '../../tree/authorize.ts';
import type { Tree } from '../../tree/tree.ts';

/** Maximum number of items that a user can star. */
const MAX_STARRED = 1_000;

/**
 * Stars an item. Throws `not-found` if it is not there, or if it is moved or deleted before the star is stored, so that the star could not
 * follow it. Waits for no operation, because copies into a folder that is starred may take hours.
 */
export async function starEntry(
  { tree, db }: { readonly tree: Tree; readonly db: Database },
  actor: Actor,
  path: TreePath,
): Promise<void> {
  const { userId } = actor;
  await authorizeEntry(tree, actor, 'see', path);
  const isStarred = await db.write((tx) =>
    starItem(tx, { userId, path, at: Date.now() }, MAX_STARRED),
  );
  if (!isStarred) throw new AppError('invalid-request', `only ${MAX_STARRED} items can be starred`);
  if (await isThere(tree, actor, path)) return;
  const isLost = await db.write(async (tx) => {
    // The star follows at the end of an operation that has not ended.
    if (await isBeingMoved(tx, path)) return false;
    const hasStayed = (await listStarred(tx, userId)).some((one) => one.path === path);
    if (hasStayed) await unstarItem(tx, userId, path);
    return hasStayed;
  });
  if (isLost) throw nothingAtPath();
}

/** Returns false for an item that is gone. */
export async function isThere(tree: Tree, actor: Actor, path: TreePath): Promise<boolean> {
  try {
    await authorizeEntry(tree, actor, 'see', path);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return false;
    throw error;
  }
}

async function isBeingMoved(db: Reader, path: TreePath): Promise<boolean> {
  return (await listOperations(db)).some(
    (operation) =>
      operation.state !== 'settling' &&
      'source' in operation &&
      operation.source !== undefined &&
      isWithin(operation.source, path),
  );
}
