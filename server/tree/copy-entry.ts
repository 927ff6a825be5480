import { parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { foldCase } from '../policy/fold-case.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import type { TemporaryFileRef } from '../storage/driver.ts';
import type { OperationPaths } from '../programs/events/event-hooks.ts';
import { untilStopped, untilCancelled, type OperationControl } from './operation-control.ts';
import { announced, type Done } from './announced.ts';
import { copyToPart, dropPart } from './copy-to-part.ts';
import { finishOperation } from './finish-operation.ts';
import { refOfPart } from './hidden-part.ts';
import { visibilityAt, authorizeTree } from './authorize-tree.ts';
import type { Claim } from './path-locks.ts';
import { resolveEntry, notFound, type ResolvedEntry } from './resolve-entry.ts';
import {
  claimedPath,
  planTarget,
  requireSeparate,
  requireSameKind,
  requireValidTransfer,
  targetRef,
  withFreeName,
  type TransferRequest,
  type TransferTarget,
} from './transfer-target.ts';
import type { Tree } from './tree.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';
import type { Exceptions } from '../storage/walk-outcomes.ts';
import { authorizeParents, withParents } from './with-parents.ts';

export interface Transferred {
  /** The path the entry has now, as the actor names it. */
  readonly path: TreePath;
  /** Where that really is. */
  readonly place: TreePath;
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
  control: OperationControl,
): Promise<Done<Transferred>> {
  return announced(tree.events, {
    event: 'copy',
    actor,
    plan: () => withFreeName(request, () => planAndJudge(tree, actor, request, control)),
    carryOut: () => withFreeName(request, () => planAndCopy(tree, actor, request, control)),
    placesOf: (copied, { place }) => ({ place, destination: copied.place }),
    cancelled: () => untilCancelled(control).signal,
  });
}

async function planAndJudge(
  tree: Tree,
  actor: Actor,
  request: TransferRequest,
  control: OperationControl,
): Promise<OperationPaths> {
  const copying = await planCopy(tree, actor, request);
  await tree.locks.act(claimsOf(copying), () => judge(tree, actor, copying, control));
  return { place: copying.source.place, destination: copying.target.place };
}

async function planAndCopy(
  tree: Tree,
  actor: Actor,
  request: TransferRequest,
  control: OperationControl,
): Promise<Transferred> {
  const copying = await planCopy(tree, actor, request);
  return tree.locks.act(claimsOf(copying), async () => {
    const { path, place } = copying.target;
    return { path, place, leftOut: await copy(tree, actor, copying, control) };
  });
}

async function planCopy(tree: Tree, actor: Actor, request: TransferRequest): Promise<Copying> {
  requireValidTransfer(actor, request);
  const target = await planTarget(tree, actor, request, 'create');
  const source = await requireSource(tree, actor, request.from);
  requireCopyable(source, target);
  requireSeparate(tree, source.place, target);
  requireSameKind(source, target);
  return { from: request.from, source, target };
}

function claimsOf({ source, target }: Copying): readonly Claim[] {
  return [
    { path: source.place, access: 'shared' },
    { path: claimedPath(target), access: 'exclusive' },
  ];
}

async function requireSource(tree: Tree, actor: Actor, from: TreePath): Promise<ResolvedEntry> {
  const sight = await resolveEntry(tree, actor, from);
  if (sight.kind === 'missing') throw notFound();
  const { target } = sight;
  if (target instanceof AppError) throw target;
  requireAccess(actor, 'see', target.place);
  return target;
}

function requireCopyable({ place, stat }: ResolvedEntry, { existing }: TransferTarget): void {
  if (stat.kind === 'other') {
    throw new AppError('invalid-request', 'only files and folders can be copied', {
      refusal: { code: 'not-a-file' },
    });
  }
  if (existing === undefined || foldCase(existing.place) !== foldCase(place)) return;
  if (existing.stat.identity === stat.identity) {
    throw new AppError('already-exists', 'it is the same');
  }
}

interface Copying {
  readonly from: TreePath;
  readonly source: ResolvedEntry;
  readonly target: TransferTarget;
}

async function copy(
  tree: Tree,
  actor: Actor,
  { from, source, target }: Copying,
  control: OperationControl,
): Promise<Exceptions> {
  const filter = await judge(tree, actor, { from, source, target }, control);
  return withParents(tree, { actor, action: 'create' }, target, async () => {
    const order = {
      from: source.place,
      to: target.place,
      folder: parentOf(target.place),
      scope: actor.root,
      filter,
    };
    const { part, leftOut } = await copyToPart(tree, order, control);
    if (source.stat.kind === 'folder') await publishFolder(tree, part, target, control);
    else await publishFile(tree, part, target, control);
    return leftOut;
  });
}

/** All of it before the first change. */
async function judge(
  tree: Tree,
  actor: Actor,
  { from, source, target }: Copying,
  control: OperationControl,
): Promise<WalkFilter> {
  const filter = visibilityAt(actor, [from, source.place, target.path, target.place]);
  await authorizeTree(tree, { filter, mergesInto: mergesWith(target) }, source, control);
  authorizeParents(actor, 'create', target);
  return filter;
}

/** The folder that another one is merged into. */
export function mergesWith({ existing }: TransferTarget): TreePath | undefined {
  return existing?.stat.kind === 'folder' ? existing.place : undefined;
}

async function publishFile(
  tree: Tree,
  part: TemporaryFileRef,
  target: TransferTarget,
  control: OperationControl,
): Promise<void> {
  const replace = target.existing !== undefined;
  try {
    await tree.driver.move(refOfPart(part), targetRef(target), { replace });
  } catch (error) {
    await dropPart(tree, part, control);
    throw error;
  }
  await tree.parts.strike(part);
}

/** In more than one step, so it is noted: what a crash cuts off is finished. */
function publishFolder(
  tree: Tree,
  part: TemporaryFileRef,
  target: TransferTarget,
  control: OperationControl,
): Promise<void> {
  const mergesInto = mergesWith(target);
  const from = refOfPart(part);
  const ends = { from, to: targetRef(target), original: undefined };
  const publish = async (kind: 'publishing' | 'merging'): Promise<void> => {
    const act = await tree.acts.begin({
      ...ends,
      kind,
      replace: kind === 'merging',
      item: (await tree.walks.stat({ entry: from }))?.fingerprint,
    });
    await finishOperation(tree, act, { ...untilStopped(control), resumed: false });
  };
  if (mergesInto === undefined) return publish('publishing');
  // Of the files that are replaced the links go on.
  const items = [{ fate: 'carried', place: mergesInto }] as const;
  return tree.sharedItems.keep(items, () => publish('merging'), control.stopping);
}
