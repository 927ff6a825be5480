import { parentOf, type TreePath } from '#contract/paths.ts';
import { foldCase, type Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import type { PartRef } from '../storage/driver.ts';
import { untilStopped, type ActControl } from './act-control.ts';
import { copyToPart, dropPart } from './copy-to-part.ts';
import { finishAct } from './finish-act.ts';
import { refOfPart } from './hidden-part.ts';
import { judgedAt, requireAllBelow } from './judge-tree.ts';
import { lookAt, notFound, type PlacedEntry } from './seen-entry.ts';
import {
  claimedPlace,
  planTarget,
  requireApart,
  requireSameKind,
  requireSensible,
  targetRef,
  withFreeName,
  type TransferRequest,
  type TransferTarget,
} from './transfer-target.ts';
import type { Tree } from './tree.ts';
import type { Exceptions } from './walks/walks.ts';
import { withParents } from './with-parents.ts';

export interface Transferred {
  /** The path the entry has now, as the actor names it. */
  readonly path: TreePath;
  /** What lies below it and did not come along. */
  readonly leftOut: Exceptions;
}

/**
 * Copies a file, or a folder with all below it; of a link, what it leads to. The copy appears when it is whole; what
 * it replaces is there until then.
 */
export function copyEntry(
  tree: Tree,
  actor: Actor,
  request: TransferRequest,
  control: ActControl,
): Promise<Transferred> {
  return withFreeName(request, () => planAndCopy(tree, actor, request, control));
}

async function planAndCopy(
  tree: Tree,
  actor: Actor,
  request: TransferRequest,
  control: ActControl,
): Promise<Transferred> {
  requireSensible(actor, request);
  const target = await planTarget(tree, actor, request, 'create');
  const source = await requireSource(tree, actor, request.from);
  requireCopyable(source, target);
  requireApart(tree, source.place, target);
  requireSameKind(source, target);

  const claims = [
    { path: source.place, access: 'shared' },
    { path: claimedPlace(target), access: 'exclusive' },
  ] as const;
  return tree.locks.act(claims, async () => {
    const leftOut = await copy(tree, actor, { from: request.from, source, target }, control);
    return { path: target.path, leftOut };
  });
}

async function requireSource(tree: Tree, actor: Actor, from: TreePath): Promise<PlacedEntry> {
  const sight = await lookAt(tree, actor, from);
  if (sight.kind === 'missing') throw notFound();
  const { target } = sight;
  if (target instanceof AppError) throw target;
  requireAccess(actor, 'see', target.place);
  return target;
}

function requireCopyable({ place, stat }: PlacedEntry, { existing }: TransferTarget): void {
  if (stat.kind === 'other') {
    throw new AppError('invalid-request', 'only files and folders can be copied');
  }
  if (existing === undefined || foldCase(existing.place) !== foldCase(place)) return;
  if (existing.stat.identity === stat.identity) {
    throw new AppError('already-exists', 'it is the same');
  }
}

interface Copying {
  readonly from: TreePath;
  readonly source: PlacedEntry;
  readonly target: TransferTarget;
}

async function copy(
  tree: Tree,
  actor: Actor,
  { from, source, target }: Copying,
  control: ActControl,
): Promise<Exceptions> {
  const judged = judgedAt(actor, [from, source.place, target.path, target.place]);
  const mergesInto = mergesWith(target);
  await requireAllBelow(tree, { judged, mergesInto }, source, control);
  return withParents(tree, { actor, action: 'create' }, target, async () => {
    const order = {
      from: source.place,
      to: target.place,
      folder: parentOf(target.place),
      scope: actor.home,
      judged,
      // What is replaced is gone for good: what replaces it has to be on disk.
      durable: target.existing !== undefined,
    };
    const { part, leftOut } = await copyToPart(tree, order, control);
    await publish(tree, part, target, control);
    return leftOut;
  });
}

/** The folder that another one is merged into. */
export function mergesWith({ existing }: TransferTarget): TreePath | undefined {
  return existing?.stat.kind === 'folder' ? existing.place : undefined;
}

async function publish(
  tree: Tree,
  part: PartRef,
  target: TransferTarget,
  control: ActControl,
): Promise<void> {
  const from = refOfPart(part);
  const to = targetRef(target);
  const replace = target.existing !== undefined;
  if (mergesWith(target) !== undefined) {
    const act = await tree.acts.begin({ kind: 'merging', from, to, replace, original: undefined });
    await finishAct(tree, act, { ...untilStopped(control), resumed: false });
    return;
  }
  try {
    await tree.driver.move(from, to, { replace });
  } catch (error) {
    await dropPart(tree, part, control);
    throw error;
  }
  await tree.parts.strike(part);
}
