import type { TreePath } from '#contract/paths.ts';
import type { FileAction } from '#contract/permissions.ts';
import { isWithin, nameOf, parentOf } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import { requireChildPath } from './entry-paths.ts';
import type { TransferTarget } from './transfer-target.ts';
import type { Tree } from './tree.ts';

/**
 * Makes the folders that are missing above a target, all of them judged before the first one, and does the work. When
 * that fails, they are removed again, unless somebody has put something into them.
 */
export async function withParents<T>(
  tree: Tree,
  { actor, action }: { readonly actor: Actor; readonly action: FileAction },
  target: TransferTarget,
  work: () => Promise<T>,
): Promise<T> {
  const folders = authorizeParents(actor, action, target);
  const made: TreePath[] = [];
  try {
    for (const folder of folders) if (await makeOne(tree, folder)) made.unshift(folder);
    return await work();
  } catch (error) {
    for (const folder of made) await removeEmpty(tree, folder);
    throw error;
  }
}

/** `forbidden` where the actor may not make the folders that are missing; returns where they are going to lie. */
export function authorizeParents(
  actor: Actor,
  action: FileAction,
  { ancestor, missingFolders }: TransferTarget,
): readonly TreePath[] {
  const folders = missingFolders.map((_, index) =>
    missingFolders.slice(0, index + 1).reduce(requireChildPath, ancestor),
  );
  // The way down to a home that is not there yet is the administrator's choice.
  for (const folder of folders) {
    requireAccess(actor, action, isWithin(folder, actor.root) ? actor.root : folder);
  }
  return folders;
}

/** False when somebody else has made it meanwhile. */
async function makeOne({ driver }: Tree, folder: TreePath): Promise<boolean> {
  try {
    await driver.makeFolder(parentOf(folder), nameOf(folder));
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'already-exists') throw error;
    const there = await driver.resolve(folder, folder);
    if (there.kind !== 'found' || there.stat.kind !== 'folder') throw error;
    return false;
  }
}

async function removeEmpty({ driver }: Tree, folder: TreePath): Promise<void> {
  try {
    await driver.remove(parentOf(folder), nameOf(folder));
  } catch {
    // Something is in it by now. The failure that led here is the one to tell.
  }
}
