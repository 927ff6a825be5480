import { parseTreePath } from '#contract/paths.ts';
import { toTreePath } from '../../access/actor-paths.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { isAuthorized } from '../../tree/authorize.ts';
import { refOf } from '../../tree/entry-paths.ts';
import { resolveEntry } from '../../tree/resolve-entry.ts';
import type { TrashService } from './trash.ts';

/**
 * Returns false for an item that the trash is certain not to take, because it is off, or cannot be on the disk of the item. Says nothing about
 * items that the caller may not see or that do not exist: their deletion is refused.
 */
export async function isTrashPossible(
  { tree, config }: Pick<TrashService, 'tree' | 'config'>,
  actor: Actor,
  seen: string,
): Promise<boolean> {
  if (!config.isOn) return false;
  const parsed = parseTreePath(seen);
  const path = parsed && toTreePath(actor, parsed);
  if (path === undefined || path === actor.root || !isAuthorized(actor, 'see', [path])) return true;
  try {
    const entry = await resolveEntry(tree, actor, path);
    if (entry.kind === 'missing') return true;
    const ref = refOf(entry.own.resolvedPath);
    return (await tree.driver.trashFor(ref, { create: false })) !== undefined;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'root-missing') return true;
    throw error;
  }
}
