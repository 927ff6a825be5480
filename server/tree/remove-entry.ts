import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import { whileWanted, type ActControl } from './act-control.ts';
import { newPartIn, refOfPart, removePart } from './hidden-part.ts';
import { judgedAt, requireAllBelow } from './judge-tree.ts';
import { refOf } from './places.ts';
import { lookAt, notFound, type PlacedEntry } from './seen-entry.ts';
import { requireNotHome } from './transfer-target.ts';
import type { Tree } from './tree.ts';

/** Removes an entry and all below it; of a link, the link. It vanishes in one step, or stays for what cannot be removed. */
export async function removeEntry(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  control: ActControl,
): Promise<void> {
  requireNotHome(actor, path);
  requireAccess(actor, 'delete', path);
  const sight = await lookAt(tree, actor, path);
  if (sight.kind === 'missing') throw notFound();
  const { own } = sight;
  requireAccess(actor, 'delete', own.place);
  await tree.locks.act([{ path: own.place, access: 'exclusive' }], async () => {
    const judged = judgedAt(actor, [path, own.place]);
    await requireAllBelow(tree, { judged }, own, control);
    control.cancelled.throwIfAborted();
    if (own.stat.kind === 'folder') await removeFolder(tree, own, control);
    else await tree.driver.remove(parentOf(own.place), nameOf(own.place));
  });
}

async function removeFolder(
  tree: Tree,
  { place }: PlacedEntry,
  control: ActControl,
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
  const options = whileWanted(control);
  // A folder of a lower layer of an overlay file system cannot be renamed: it is removed where it is.
  const left = isHidden
    ? await removePart(tree, part, options)
    : await tree.walks.remove({ entry: refOf(place) }, options);
  if (left.count > 0) throw new AppError('forbidden', `${left.count} entries cannot be removed`);
}
