import { parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { foldCase } from '../policy/fold-case.ts';
import { AppError } from '../errors.ts';
import type { NewOperation } from '../metadata/operation-journal.ts';
import type { TreeChange } from '../events/tree-changes.ts';
import { authorizeResolvedPath } from './authorize.ts';
import { copyToTemporaryFile, recordCompleteCopy } from './copy-to-temporary-file.ts';
import { claimedPath, type Destination } from './destination.ts';
import { refOf } from './entry-paths.ts';
import { finishing, finishOperation } from './finish-operation.ts';
import type { JournalRecord } from './journal-record.ts';
import { endFailedStep, newTemporaryPathIn, temporaryOf } from './temporary-entry.ts';
import { type OperationControl, untilCancelled } from './operation-control.ts';
import { resolveEntry, type EntryResolution } from './resolve-entry.ts';
import { folderOf } from './resolved-path.ts';
import { runOperation, type Completed, type OperationSpec } from './run-operation.ts';
import type { ItemChange } from './shared-items.ts';
import {
  authorizeTransfer,
  endsOf,
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
import type { PublishOptions } from '../storage/driver.ts';
import type { Exceptions } from '../storage/walk-outcomes.ts';
import { nothingAtPath } from '../storage/driver-errors.ts';

const NOTHING_LEFT: Exceptions = { count: 0, names: [] };

/**
 * Gives an entry another name or folder; a symlink is moved itself. The entry is complete at one of the two paths at any time, and at both
 * for a moment where they are on two devices.
 */
export function moveEntry(
  tree: Tree,
  actor: Actor,
  request: TransferRequest,
  control: OperationControl,
): Promise<Completed<Transferred>> {
  return runOperation<TransferPlan, Transferred, 'move'>(tree, {
    ...declareMove(tree, actor, control),
    event: 'rename',
    choosesFreeName: request.onConflict === 'rename',
    plan: () => planMove(tree, actor, request),
    isDone: staysInPlace,
    parents: ({ destination }) => ({ destination, action: 'create' }),
    changes: treeChanges,
  });
}

/** Declares what all moves have in common, also those out of the trash. */
export function declareMove(
  tree: Tree,
  actor: Actor,
  control: OperationControl,
): Omit<OperationSpec<TransferPlan, Transferred, 'move'>, 'event' | 'plan' | 'changes'> {
  return {
    actor,
    control,
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
    journal: journalOf,
    items: itemChanges,
    changesOfFailure: changesOfPart,
    prepare: async (plan, record) => ({
      async commit() {
        const { path } = plan.destination;
        if (staysInPlace(plan)) return { path, leftOut: NOTHING_LEFT };
        return { path, leftOut: await move(tree, actor, plan, record, control) };
      },
    }),
  };
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
  if (entry.kind === 'missing') throw nothingAtPath();
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

function journalOf({ source, destination }: TransferPlan): NewOperation<'move'> {
  const ends = endsOf(source, destination);
  const mergeFolder = mergesInto(destination);
  if (mergeFolder === undefined) return { kind: 'move', state: 'renaming', ...ends };
  return {
    kind: 'move',
    state: 'moving-into',
    ...ends,
    temporary: newTemporaryPathIn(mergeFolder),
  };
}

function itemChanges({ source, destination }: TransferPlan): ItemChange[] {
  const carried: ItemChange = {
    fate: 'carried',
    path: source.resolvedPath,
    mergesInto: mergesInto(destination),
  };
  const { existing } = destination;
  return existing ? [carried, { fate: 'overwritten', path: existing.resolvedPath }] : [carried];
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

/** Returns the changes of a move that has left entries at both paths. */
function changesOfPart(plan: TransferPlan): readonly TreeChange[] {
  return [{ kind: 'vanished', path: plan.source.resolvedPath }, ...changesAtDestination(plan)];
}

/** Returns the changes of a move at the new path of the item. */
export function changesAtDestination({ source, destination }: TransferPlan): readonly TreeChange[] {
  const { resolvedPath: path } = destination;
  if (source.stat.kind !== 'folder') return [{ kind: 'appeared', path }];
  return [
    { kind: 'appeared', path },
    { kind: 'changed-below', path },
  ];
}

async function move(
  tree: Tree,
  actor: Actor,
  plan: TransferPlan,
  record: JournalRecord<'move'>,
  control: OperationControl,
): Promise<Exceptions> {
  // A restart has interrupted the copy to another device.
  if (record.operation.state === 'copying') return moveByCopy(tree, actor, plan, record, control);
  const hasMoved =
    record.operation.state === 'renaming'
      ? await rename(tree, record)
      : await merge(tree, record, control);
  return hasMoved ? NOTHING_LEFT : moveByCopy(tree, actor, plan, record, control);
}

/** Returns false when the two paths are on different devices. */
async function rename(tree: Tree, record: JournalRecord<'move'>): Promise<boolean> {
  const { source, target, replaces } = record.operation;
  if (!(await moveInOneStep(tree, record, target, { replace: replaces }))) return false;
  await record.end({ moved: { from: source, to: target }, isComplete: true });
  return true;
}

/** Merges the source into an existing folder, in which it gets a temporary name first. Returns false when the two are on different devices. */
async function merge(
  tree: Tree,
  record: JournalRecord<'move'>,
  control: OperationControl,
): Promise<boolean> {
  const hidden = temporaryOf(record.operation);
  if (!(await moveInOneStep(tree, record, hidden, { replace: false }))) return false;
  await finishOperation(tree, record, finishing(control));
  return true;
}

/** Returns false when the two paths are on different devices. After a failure, nothing has moved, unless the storage moves it later. */
async function moveInOneStep(
  tree: Tree,
  record: JournalRecord<'move'>,
  to: TreePath,
  options: PublishOptions,
): Promise<boolean> {
  const move = () => tree.driver.move(refOf(record.operation.source), refOf(to), options);
  try {
    const { kind } = await (options.replace
      ? tree.versions.replace(record, to, move, { isPublished: (moved) => moved.kind === 'moved' })
      : move());
    return kind === 'moved';
  } catch (error) {
    await endFailedStep(record, error);
    throw error;
  }
}

/** Moves to another device: the copy is complete, flushed, verified and published before anything of the original is removed. */
async function moveByCopy(
  tree: Tree,
  actor: Actor,
  { source, destination, filter }: TransferPlan,
  record: JournalRecord<'move'>,
  control: OperationControl,
): Promise<Exceptions> {
  if (source.stat.kind === 'other') {
    await record.end();
    throw new AppError('invalid-request', 'only files and folders can be moved to another device', {
      refusal: { code: 'not-a-file' },
    });
  }
  if (record.operation.state !== 'copying') {
    await requireKeepable(tree, record, mergesInto(destination), control);
    const temporary = newTemporaryPathIn(parentOf(destination.resolvedPath));
    await record.advance({ state: 'copying', temporary });
  }
  const order = {
    source: source.resolvedPath,
    scope: actor.root,
    filter,
    comparison: 'disk' as const,
  };
  await copyToTemporaryFile(tree, record, order, control);
  await recordCompleteCopy(tree, record, destination);
  return finishOperation(tree, record, finishing(control));
}

/** Refuses a restore into a folder on another device that `finishOperation` would refuse after the copy. */
async function requireKeepable(
  tree: Tree,
  record: JournalRecord<'move'>,
  into: TreePath | undefined,
  control: OperationControl,
): Promise<void> {
  if (into === undefined || !record.isRestore) return;
  try {
    const folders = { from: refOf(record.operation.source), into };
    await tree.versions.requireKeepable(folders, untilCancelled(control).signal);
  } catch (error) {
    await endFailedStep(record, error);
    throw error;
  }
}
