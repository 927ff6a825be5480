import { parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { foldCase } from '../policy/fold-case.ts';
import { AppError } from '../errors.ts';
import type { TreeChange } from '../events/tree-changes.ts';
import type { JournalEntry } from '../metadata/operation-journal.ts';
import { authorizeResolvedPath } from './authorize.ts';
import { copyToTemporaryFile } from './copy-to-temporary-file.ts';
import { claimedPath, type Destination } from './destination.ts';
import { refOf } from './entry-paths.ts';
import { finishOperation } from './finish-operation.ts';
import { newTemporaryFileIn, refOfTemporaryFile } from './temporary-entry.ts';
import { untilStopped, type OperationControl } from './operation-control.ts';
import {
  notFound,
  resolveEntry,
  type EntryResolution,
  type ResolvedEntry,
} from './resolve-entry.ts';
import { folderOf } from './resolved-path.ts';
import { runOperation, type Completed } from './run-operation.ts';
import type { ItemChange } from './shared-items.ts';
import {
  authorizeTransfer,
  mergesInto,
  planOf,
  planTransferDestination,
  requireSameKind,
  requireSeparate,
  requireValidTransfer,
  type Transferred,
  type TransferPlan,
  type TransferRequest,
} from './transfer.ts';
import type { Tree } from './tree.ts';
import type { EntryRef } from '../storage/entry.ts';
import type { Exceptions } from '../storage/walk-outcomes.ts';

const NOTHING_LEFT: Exceptions = { count: 0, names: [] };

/**
 * Gives an entry another name or folder; a symlink is moved itself. The entry is complete in one of the two places at any time, and in both
 * for a moment where they are on two devices.
 */
export function moveEntry(
  tree: Tree,
  actor: Actor,
  request: TransferRequest,
  control: OperationControl,
): Promise<Completed<Transferred>> {
  return runOperation<TransferPlan, Transferred>(tree, {
    event: 'rename',
    actor,
    control,
    choosesFreeName: request.onConflict === 'rename',
    plan: () => planMove(tree, actor, request),
    isDone: staysInPlace,
    paths: ({ source, destination }) => ({
      path: source.resolvedPath,
      destination: destination.resolvedPath,
    }),
    claims: ({ source, destination }) =>
      [source.resolvedPath, claimedPath(destination)].map((path) => ({
        path,
        access: 'exclusive',
      })),
    authorize: (plan) => authorizeTransfer(tree, plan, control),
    parents: ({ destination }) => ({ destination, action: 'rename' }),
    items: itemChanges,
    changes: treeChanges,
    changesOfFailure: changesOfPart,
    prepare: async (plan) => ({
      async commit() {
        const { path } = plan.destination;
        if (staysInPlace(plan)) return { path, leftOut: NOTHING_LEFT };
        return { path, leftOut: await move(tree, actor, plan, control) };
      },
    }),
  });
}

function staysInPlace({ source, destination }: TransferPlan): boolean {
  return source.resolvedPath === destination.resolvedPath;
}

async function planMove(tree: Tree, actor: Actor, request: TransferRequest): Promise<TransferPlan> {
  requireValidTransfer(actor, request);
  const entry = await resolveEntry(tree, actor, request.from);
  const sameEntry = await destinationOfSameEntry(tree, actor, request, entry);
  const destination = sameEntry ?? (await planTransferDestination(tree, actor, request, 'rename'));
  requireAccess(actor, 'rename', request.from);
  if (entry.kind === 'missing') throw notFound();
  const source = entry.own;
  requireAccess(actor, 'rename', source.resolvedPath);
  if (sameEntry === undefined) {
    requireSeparate(tree, source.resolvedPath, destination);
    requireSameKind(source, destination);
  }
  return planOf(actor, request.from, source, destination);
}

/** Returns a destination that is the source itself: the same name, or, on a volume that folds case, the same in another case. */
async function destinationOfSameEntry(
  tree: Tree,
  actor: Actor,
  { from, to }: TransferRequest,
  entry: EntryResolution,
): Promise<Destination | undefined> {
  if (entry.kind === 'missing' || foldCase(from) !== foldCase(to)) return undefined;
  const there = await resolveEntry(tree, actor, to);
  if (there.kind === 'missing' || there.own.stat.identity !== entry.own.stat.identity)
    return undefined;
  if (foldCase(there.own.resolvedPath) !== foldCase(entry.own.resolvedPath)) return undefined;
  requireAccess(actor, 'rename', to);
  const resolvedPath = authorizeResolvedPath(actor, 'rename', there.own.resolvedPath);
  return {
    path: to,
    resolvedPath,
    ancestor: folderOf(resolvedPath),
    missingFolders: [],
    existing: undefined,
  };
}

function itemChanges({ source, destination }: TransferPlan): ItemChange[] {
  const carried: ItemChange = {
    fate: 'carried',
    place: source.resolvedPath,
    mergesInto: mergesInto(destination),
  };
  const { existing } = destination;
  return existing ? [carried, { fate: 'overwritten', place: existing.resolvedPath }] : [carried];
}

function treeChanges(
  plan: TransferPlan,
  { leftOut }: Pick<Transferred, 'leftOut'>,
): readonly TreeChange[] {
  const { source, destination } = plan;
  const isWhole = leftOut.count === 0 && mergesInto(destination) === undefined;
  return isWhole
    ? [{ kind: 'moved', from: source.resolvedPath, to: destination.resolvedPath }]
    : changesOfPart(plan);
}

/** Returns the changes of a move that has left entries in both places. */
function changesOfPart({ source, destination }: TransferPlan): readonly TreeChange[] {
  const { resolvedPath: path } = destination;
  const gone = { kind: 'vanished', path: source.resolvedPath } as const;
  if (source.stat.kind !== 'folder') return [gone, { kind: 'appeared', path }];
  return [gone, { kind: 'appeared', path }, { kind: 'changed-below', path }];
}

async function move(
  tree: Tree,
  actor: Actor,
  plan: TransferPlan,
  control: OperationControl,
): Promise<Exceptions> {
  const { source, destination } = plan;
  const mergeFolder = mergesInto(destination);
  const hasMoved =
    mergeFolder === undefined
      ? await rename(tree, source, destination)
      : await merge(tree, source, mergeFolder, control);
  return hasMoved ? NOTHING_LEFT : moveByCopy(tree, actor, plan, control);
}

/** Returns false when the two paths are on different devices. */
async function rename(
  tree: Tree,
  source: ResolvedEntry,
  { resolvedPath, existing }: Destination,
): Promise<boolean> {
  const from = refOf(source.resolvedPath);
  const to = refOf(resolvedPath);
  const replace = existing !== undefined;
  const entry = await tree.journal.begin({
    kind: 'renaming',
    from,
    to,
    replace,
    original: undefined,
    item: source.stat.fingerprint,
  });
  try {
    const { kind } = await tree.driver.move(from, to, { replace });
    if (kind === 'other-device') await tree.journal.end(entry);
    else await tree.journal.endMoved(entry, from);
    return kind === 'moved';
  } catch (error) {
    await tree.journal.end(entry);
    throw error;
  }
}

/** Hides the source in the folder that it is merged into first: that fails when the two are on different devices. */
async function merge(
  tree: Tree,
  source: ResolvedEntry,
  mergeFolder: TreePath,
  control: OperationControl,
): Promise<boolean> {
  const original = refOf(source.resolvedPath);
  const entry = await tree.journal.begin({
    kind: 'moving-into',
    from: refOfTemporaryFile(newTemporaryFileIn(mergeFolder)),
    to: refOf(mergeFolder),
    replace: true,
    original,
    item: source.stat.fingerprint,
  });
  if (!(await hide(tree, entry, original))) return false;
  await finishOperation(tree, entry, { ...untilStopped(control), resumed: false });
  return true;
}

async function hide(tree: Tree, entry: JournalEntry, original: EntryRef): Promise<boolean> {
  let isHidden = false;
  try {
    const { kind } = await tree.driver.move(original, entry.from, { replace: false });
    isHidden = kind === 'moved';
  } finally {
    if (!isHidden) await tree.journal.end(entry);
  }
  return isHidden;
}

/** Moves to another device: the copy is complete, flushed and published before anything of the original is removed. */
async function moveByCopy(
  tree: Tree,
  actor: Actor,
  { source, destination, filter }: TransferPlan,
  control: OperationControl,
): Promise<Exceptions> {
  if (source.stat.kind === 'other') {
    throw new AppError('invalid-request', 'only files and folders can be moved to another device', {
      refusal: { code: 'not-a-file' },
    });
  }
  const { resolvedPath, existing } = destination;
  const order = {
    from: source.resolvedPath,
    to: resolvedPath,
    folder: parentOf(resolvedPath),
    scope: actor.root,
    filter,
  };
  const { part } = await copyToTemporaryFile(tree, order, control);
  const from = refOfTemporaryFile(part);
  const entry = await tree.journal.begin({
    kind: mergesInto(destination) === undefined ? 'publishing' : 'merging',
    from,
    to: refOf(resolvedPath),
    replace: existing !== undefined,
    original: refOf(source.resolvedPath),
    item: (await tree.walks.stat({ entry: from }))?.fingerprint,
  });
  return finishOperation(tree, entry, { ...untilStopped(control), resumed: false });
}
