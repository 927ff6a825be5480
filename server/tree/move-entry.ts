import { parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { foldCase } from '../policy/fold-case.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import type { JournalEntry } from '../metadata/operation-journal.ts';
import type { EntryRef } from '../storage/driver.ts';
import type { OperationPaths } from '../programs/events/event-hooks.ts';
import { untilStopped, untilCancelled, type OperationControl } from './operation-control.ts';
import { announced, type Done } from './announced.ts';
import { copyToPart } from './copy-to-part.ts';
import { mergesWith, type Transferred } from './copy-entry.ts';
import { finishOperation } from './finish-operation.ts';
import { newPartIn, refOfPart } from './hidden-part.ts';
import { visibilityAt, authorizeTree } from './authorize-tree.ts';
import type { Claim } from './path-locks.ts';
import { refOf } from './entry-paths.ts';
import {
  resolveEntry,
  notFound,
  type ResolvedEntry,
  type EntryResolution,
} from './resolve-entry.ts';
import type { ItemChange } from './shared-items.ts';
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

const NOTHING_LEFT: Exceptions = { count: 0, names: [] };

/**
 * Gives an entry another name or folder; a link is moved itself. It is in one of the two places at any time, whole, and
 * in both for a moment where they are on two devices.
 */
export function moveEntry(
  tree: Tree,
  actor: Actor,
  request: TransferRequest,
  control: OperationControl,
): Promise<Done<Transferred>> {
  return announced(tree.events, {
    event: 'rename',
    actor,
    plan: () => withFreeName(request, () => planAndJudge(tree, actor, request, control)),
    carryOut: () => withFreeName(request, () => planAndMove(tree, actor, request, control)),
    placesOf: (moved, { place }) => ({ place, destination: moved.place }),
    cancelled: () => untilCancelled(control).signal,
  });
}

/** Undefined when it would stay where it is. */
async function planAndJudge(
  tree: Tree,
  actor: Actor,
  request: TransferRequest,
  control: OperationControl,
): Promise<OperationPaths | undefined> {
  const moving = await planMove(tree, actor, request);
  const places = { place: moving.source.place, destination: moving.target.place };
  if (places.place === places.destination) return undefined;
  await tree.locks.act(claimsOf(moving), () => judge(tree, actor, moving, control));
  return places;
}

async function planAndMove(
  tree: Tree,
  actor: Actor,
  request: TransferRequest,
  control: OperationControl,
): Promise<Transferred> {
  const moving = await planMove(tree, actor, request);
  return tree.locks.act(claimsOf(moving), async () => {
    const { path, place } = moving.target;
    return { path, place, leftOut: await move(tree, actor, moving, control) };
  });
}

async function planMove(tree: Tree, actor: Actor, request: TransferRequest): Promise<Moving> {
  requireValidTransfer(actor, request);
  const sight = await resolveEntry(tree, actor, request.from);
  const respelled = await targetOfRespelling(tree, actor, request, sight);
  const target = respelled ?? (await planTarget(tree, actor, request, 'rename'));
  requireAccess(actor, 'rename', request.from);
  if (sight.kind === 'missing') throw notFound();
  const source = sight.own;
  requireAccess(actor, 'rename', source.place);
  if (respelled === undefined) {
    requireSeparate(tree, source.place, target);
    requireSameKind(source, target);
  }
  return { from: request.from, source, target };
}

function claimsOf({ source, target }: Moving): readonly Claim[] {
  return [source.place, claimedPath(target)].map((path) => ({ path, access: 'exclusive' }));
}

/** The same name, or the same in another case on a volume that takes both for one: no conflict with itself. */
async function targetOfRespelling(
  tree: Tree,
  actor: Actor,
  { from, to }: TransferRequest,
  sight: EntryResolution,
): Promise<TransferTarget | undefined> {
  if (sight.kind === 'missing' || foldCase(from) !== foldCase(to)) return undefined;
  const there = await resolveEntry(tree, actor, to);
  if (there.kind === 'missing' || there.own.stat.identity !== sight.own.stat.identity)
    return undefined;
  const { place } = there.own;
  if (foldCase(place) !== foldCase(sight.own.place)) return undefined;
  for (const path of [to, place]) requireAccess(actor, 'rename', path);
  return { path: to, place, ancestor: parentOf(place), missingFolders: [], existing: undefined };
}

interface Moving {
  readonly from: TreePath;
  readonly source: ResolvedEntry;
  readonly target: TransferTarget;
}

async function move(
  tree: Tree,
  actor: Actor,
  { from, source, target }: Moving,
  control: OperationControl,
): Promise<Exceptions> {
  if (source.place === target.place) return NOTHING_LEFT;
  const filter = await judge(tree, actor, { from, source, target }, control);
  const mergesInto = mergesWith(target);
  control.cancelled.throwIfAborted();
  return withParents(tree, { actor, action: 'rename' }, target, () =>
    tree.sharedItems.keep(
      changesBy({ source, target, mergesInto }),
      async () => {
        const hasMoved =
          mergesInto === undefined
            ? await rename(tree, source, target)
            : await merge(tree, source, { target, mergesInto }, control);
        if (hasMoved) return NOTHING_LEFT;
        return moveByCopy(tree, { source, target, filter, scope: actor.root }, control);
      },
      control.stopping,
    ),
  );
}

/** All of it before the first change. */
async function judge(
  tree: Tree,
  actor: Actor,
  { from, source, target }: Moving,
  control: OperationControl,
): Promise<WalkFilter> {
  const filter = visibilityAt(actor, [from, source.place, target.path, target.place]);
  await authorizeTree(tree, { filter, mergesInto: mergesWith(target) }, source, control);
  authorizeParents(actor, 'rename', target);
  return filter;
}

interface MoveAndMerge extends Pick<Moving, 'source' | 'target'> {
  readonly mergesInto: TreePath | undefined;
}

function changesBy({ source, target, mergesInto }: MoveAndMerge): ItemChange[] {
  const carried: ItemChange = { fate: 'carried', place: source.place, mergesInto };
  if (target.existing === undefined) return [carried];
  return [carried, { fate: 'overwritten', place: target.existing.place }];
}

/** False when the two places are on different devices. */
async function rename(tree: Tree, source: ResolvedEntry, target: TransferTarget): Promise<boolean> {
  const from = refOf(source.place);
  const to = targetRef(target);
  const replace = target.existing !== undefined;
  const act = await tree.acts.begin({
    kind: 'renaming',
    from,
    to,
    replace,
    original: undefined,
    item: source.stat.fingerprint,
  });
  try {
    const { kind } = await tree.driver.move(from, to, { replace });
    if (kind === 'other-device') await tree.acts.end(act);
    else await tree.acts.endMoved(act, from);
    return kind === 'moved';
  } catch (error) {
    await tree.acts.end(act);
    throw error;
  }
}

/** The folder is hidden in the one it goes into first, which tells whether both are on one device. */
async function merge(
  tree: Tree,
  source: ResolvedEntry,
  { target, mergesInto }: { readonly target: TransferTarget; readonly mergesInto: TreePath },
  control: OperationControl,
): Promise<boolean> {
  const original = refOf(source.place);
  const from = refOfPart(newPartIn(mergesInto));
  const to = targetRef(target);
  const act = await tree.acts.begin({
    kind: 'moving-into',
    from,
    to,
    replace: true,
    original,
    item: source.stat.fingerprint,
  });
  if (!(await hide(tree, act, original))) return false;
  await finishOperation(tree, act, { ...untilStopped(control), resumed: false });
  return true;
}

async function hide(tree: Tree, act: JournalEntry, original: EntryRef): Promise<boolean> {
  let isHidden = false;
  try {
    const { kind } = await tree.driver.move(original, act.from, { replace: false });
    isHidden = kind === 'moved';
  } finally {
    if (!isHidden) await tree.acts.end(act);
  }
  return isHidden;
}

interface MovingByCopy {
  readonly source: ResolvedEntry;
  readonly target: TransferTarget;
  readonly filter: WalkFilter;
  readonly scope: TreePath;
}

/** To another device: the copy is whole and on disk, and has its name, before anything of the original is removed. */
async function moveByCopy(
  tree: Tree,
  { source, target, filter, scope }: MovingByCopy,
  control: OperationControl,
): Promise<Exceptions> {
  if (source.stat.kind === 'other') {
    throw new AppError('invalid-request', 'only files and folders can be moved to another device', {
      refusal: { code: 'not-a-file' },
    });
  }
  const { place } = target;
  const folder = parentOf(place);
  const order = { from: source.place, to: place, folder, scope, filter };
  const { part } = await copyToPart(tree, order, control);
  const act = await tree.acts.begin({
    kind: mergesWith(target) === undefined ? 'publishing' : 'merging',
    from: refOfPart(part),
    to: targetRef(target),
    replace: target.existing !== undefined,
    original: refOf(source.place),
    item: (await tree.walks.stat({ entry: refOfPart(part) }))?.fingerprint,
  });
  return finishOperation(tree, act, { ...untilStopped(control), resumed: false });
}
