import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import { untilCancelled, type OperationControl } from './operation-control.ts';
import { announced, type Done } from './announced.ts';
import { newPartIn, refOfPart, removeTemporaryFile } from './hidden-part.ts';
import { visibilityAt, authorizeTree } from './authorize-tree.ts';
import { refOf } from './entry-paths.ts';
import { resolveEntry, notFound, type ResolvedEntry } from './resolve-entry.ts';
import { requireNotRoot } from './transfer-target.ts';
import type { Tree } from './tree.ts';

/** Removes an entry and all below it; of a link, the link. It vanishes in one step, or stays for what cannot be removed. */
export function removeEntry(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  control: OperationControl,
): Promise<Done<void>> {
  const act = { tree, actor, path, control };
  return announced(tree.events, {
    event: 'delete',
    actor,
    async plan() {
      const own = await planRemoval(act);
      await claiming(tree, own, () => judge(act, own));
      return own;
    },
    carryOut: () => remove(act),
    cancelled: () => untilCancelled(control).signal,
  });
}

interface Removal {
  readonly tree: Tree;
  readonly actor: Actor;
  readonly path: TreePath;
  readonly control: OperationControl;
}

async function planRemoval({ tree, actor, path }: Removal): Promise<ResolvedEntry> {
  requireNotRoot(actor, path);
  requireAccess(actor, 'delete', path);
  const sight = await resolveEntry(tree, actor, path);
  if (sight.kind === 'missing') throw notFound();
  const { own } = sight;
  requireAccess(actor, 'delete', own.place);
  return own;
}

async function remove(act: Removal): Promise<void> {
  const { tree, control } = act;
  const own = await planRemoval(act);
  await claiming(tree, own, async () => {
    await judge(act, own);
    control.cancelled.throwIfAborted();
    if (own.stat.kind === 'folder') await removeShared(tree, own, control);
    else await tree.driver.remove(parentOf(own.place), nameOf(own.place));
  });
}

function claiming(tree: Tree, { place }: ResolvedEntry, work: () => Promise<void>): Promise<void> {
  return tree.locks.act([{ path: place, access: 'exclusive' }], work);
}

function judge({ tree, actor, path, control }: Removal, own: ResolvedEntry): Promise<void> {
  return authorizeTree(tree, { filter: visibilityAt(actor, [path, own.place]) }, own, control);
}

/** Links of what cannot be removed stay. */
function removeShared(tree: Tree, own: ResolvedEntry, control: OperationControl): Promise<void> {
  const changes = [{ fate: 'removed', place: own.place }] as const;
  return tree.sharedItems.keep(changes, () => removeFolder(tree, own, control), control.stopping);
}

async function removeFolder(
  tree: Tree,
  { place }: ResolvedEntry,
  control: OperationControl,
): Promise<void> {
  const folder = parentOf(place);
  const formerName = nameOf(place);
  const part = { ...newPartIn(folder), formerName };
  await tree.parts.note(part);
  let isHidden = false;
  try {
    const { kind } = await tree.driver.move(refOf(place), refOfPart(part), { replace: false });
    isHidden = kind === 'moved';
  } finally {
    if (!isHidden) await tree.parts.strike(part);
  }
  const options = untilCancelled(control);
  // A folder of a lower layer of an overlay file system cannot be renamed: it is removed where it is.
  const left = isHidden
    ? await removeTemporaryFile(tree, part, options)
    : await tree.walks.remove({ entry: refOf(place) }, options);
  if (left.count > 0) throw new AppError('forbidden', `${left.count} entries cannot be removed`);
}
