import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import { listStrayParts, type StrayPart } from '../metadata/stray-parts.ts';
import { listActs, type UnfinishedAct } from '../metadata/unfinished-acts.ts';
import { finishAct } from './finish-act.ts';
import { removePart } from './hidden-part.ts';
import { placeBelow } from './places.ts';
import { entryAt } from './entry-at.ts';
import type { Tree } from './tree.ts';

/**
 * At a start nothing is being changed yet: what is noted was cut off by a crash. It is finished where nothing can be lost
 * by that, else cleared away. Safe to run twice. What fails does not keep the rest, nor the server from starting.
 */
export async function repairTree(tree: Tree, db: Database, log: Logger): Promise<void> {
  try {
    await tree.sharedItems.resume(() => finishAll(tree, db, log));
  } catch (err) {
    log.warn({ err }, 'what has become of shared files in a crash could not be seen');
  }
}

async function finishAll(tree: Tree, db: Database, log: Logger): Promise<void> {
  // The acts first: one that is given up leaves a part.
  for (const act of await listActs(db.read)) {
    await settle(tree, act).then(
      () => log.info({ act: act.kind, to: act.to }, 'finished what a crash has cut off'),
      (err: unknown) => log.warn({ err, act }, 'what a crash has cut off could not be finished'),
    );
  }
  for (const part of await listStrayParts(db.read)) {
    await clear(tree, part).catch((err: unknown) =>
      log.warn({ err, folder: part.folder }, 'what a crash has left could not be removed'),
    );
  }
}

async function clear(tree: Tree, part: StrayPart): Promise<void> {
  const { signal } = new AbortController();
  const left = await removePart(tree, part, { signal });
  if (left.count > 0) throw new Error(`${left.count} entries cannot be removed`);
}

async function settle(tree: Tree, act: UnfinishedAct): Promise<void> {
  const { signal } = new AbortController();
  if (act.kind === 'renaming') await settleRenaming(tree, act);
  else await finishAct(tree, act, { signal, resumed: true });
}

/**
 * A new name is given in one step, or in two: a file may have both names between them, and a folder's new name may be
 * that of an empty one. Then the renaming is finished, or has not begun.
 */
async function settleRenaming(tree: Tree, act: UnfinishedAct): Promise<void> {
  const from = placeBelow(act.from.folder, act.from.name);
  const to = placeBelow(act.to.folder, act.to.name);
  const [before, after] = await Promise.all([entryAt(tree, from), entryAt(tree, to)]);
  if (before === undefined) return tree.acts.endMoved(act, act.from);
  if (after !== undefined && from !== to && !act.replace) {
    const isSame = before.identity === after.identity;
    if (isSame && before.kind !== 'folder') {
      await tree.driver.move(act.from, act.to, { replace: true });
      return tree.acts.endMoved(act, act.from);
    }
    if (before.kind === 'folder' && after.kind === 'folder') await removeIfEmpty(tree, to);
  }
  await tree.acts.end(act);
}

async function removeIfEmpty({ driver }: Tree, place: TreePath): Promise<void> {
  try {
    await driver.remove(parentOf(place), nameOf(place));
  } catch {
    // Something is in it: it is somebody's.
  }
}
