import { parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { foldCase } from '../policy/fold-case.ts';
import { AppError } from '../errors.ts';
import { copyToTemporaryFile, discardCopy, recordCompleteCopy } from './copy-to-temporary-file.ts';
import { claimedPath, type Destination } from './destination.ts';
import { refOf } from './entry-paths.ts';
import { finishing, finishOperation } from './finish-operation.ts';
import type { JournalRecord } from './journal-record.ts';
import { newTemporaryPathIn, temporaryOf } from './temporary-entry.ts';
import type { OperationControl } from './operation-control.ts';
import { resolveEntry, type ResolvedEntry } from './resolve-entry.ts';
import { runOperation, type Completed } from './run-operation.ts';
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
import { nothingAtPath } from '../storage/driver-errors.ts';

/**
 * Copies a file, or a folder with everything below it; of a symlink, its target. The copy appears when it is complete, and what it replaces
 * stays until then.
 */
export function copyEntry(
  tree: Tree,
  actor: Actor,
  request: TransferRequest,
  control: OperationControl,
): Promise<Completed<Transferred>> {
  return runOperation<TransferPlan, Transferred, 'copy'>(tree, {
    event: 'copy',
    actor,
    control,
    choosesFreeName: request.onConflict === 'rename',
    plan: () => planCopy(tree, actor, request),
    paths: ({ source, destination }) => ({
      path: source.resolvedPath,
      destination: destination.resolvedPath,
    }),
    claims: ({ source, destination }) => [
      { path: source.resolvedPath, access: 'shared' },
      { path: claimedPath(destination), access: 'exclusive' },
    ],
    authorize: (plan) => authorizeTransfer(tree, plan, control, { skipsUnreadable: true }),
    parents: ({ destination }) => ({ destination, action: 'create' }),
    journal: ({ source, destination }) => ({
      kind: 'copy',
      state: 'copying',
      ...endsOf(source, destination),
      temporary: newTemporaryPathIn(parentOf(destination.resolvedPath)),
    }),
    items({ destination: { existing } }) {
      // Shares of the files that are replaced go on with the new contents.
      return existing ? [{ fate: 'carried', path: existing.resolvedPath }] : [];
    },
    changes({ destination }) {
      const kind = mergesInto(destination) ? 'changed-below' : 'appeared';
      return [{ kind, path: destination.resolvedPath }];
    },
    changesOfFailure({ destination }) {
      const path = mergesInto(destination);
      return path === undefined ? [] : [{ kind: 'changed-below', path }];
    },
    async prepare({ source, destination, filter }, record) {
      const order = {
        source: source.resolvedPath,
        scope: actor.root,
        filter,
        comparison: 'cache' as const,
        skipsUnreadable: true,
        skipsSame: request.skipsSame,
      };
      const isFolder = source.stat.kind === 'folder';
      const mayEnd = isFolder ? control : cancelledByEnough(control);
      const leftOut = await copyToTemporaryFile(tree, record, order, mayEnd);
      return {
        async commit() {
          if (isFolder || control.outlivesRestart?.() === true)
            await publishRecorded(tree, record, destination, control);
          else await publishFile(tree, record, control);
          return { path: destination.path, leftOut };
        },
        discard: () => discardCopy(tree, record, control),
      };
    },
  });
}

/** Lets `enough` cancel a copy. It ends the copy of a folder with a part, but a part of a file is of no use. */
function cancelledByEnough({ enough, ...control }: OperationControl): OperationControl {
  if (enough === undefined) return control;
  return { ...control, cancelled: AbortSignal.any([control.cancelled, enough]) };
}

async function planCopy(tree: Tree, actor: Actor, request: TransferRequest): Promise<TransferPlan> {
  requireValidTransfer(actor, request);
  const destination = await planTransferDestination(tree, actor, request, 'create');
  const source = await requireSource(tree, actor, request.from);
  requireCopyable(source, destination);
  requireSeparate(tree, source.resolvedPath, destination);
  requireSameKind(source, destination);
  return planOf(actor, request.from, source, destination);
}

async function requireSource(tree: Tree, actor: Actor, from: TreePath): Promise<ResolvedEntry> {
  const entry = await resolveEntry(tree, actor, from);
  if (entry.kind === 'missing') throw nothingAtPath();
  const { target } = entry;
  if (target instanceof AppError) throw target;
  requireAccess(actor, 'see', target.resolvedPath);
  return target;
}

function requireCopyable({ resolvedPath, stat }: ResolvedEntry, { existing }: Destination): void {
  if (stat.kind === 'other') {
    throw new AppError('invalid-request', 'only files and folders can be copied', {
      refusal: { code: 'not-a-file' },
    });
  }
  if (existing === undefined || foldCase(existing.resolvedPath) !== foldCase(resolvedPath)) return;
  if (existing.stat.identity === stat.identity) {
    throw new AppError('already-exists', 'the source and the destination are the same');
  }
}

async function publishFile(
  tree: Tree,
  record: JournalRecord<'copy'>,
  control: OperationControl,
): Promise<void> {
  const { operation } = record;
  try {
    const options = { replace: operation.replaces };
    const publish = () =>
      tree.driver.move(refOf(temporaryOf(operation)), refOf(operation.target), options);
    const moved = await (operation.replaces
      ? tree.versions.replace(record, operation.target, publish)
      : publish());
    if (moved.kind === 'moved') record.operation = { ...operation, item: moved.stat.fingerprint };
  } catch (error) {
    await discardCopy(tree, record, control);
    throw error;
  }
  await record.end({ isComplete: true });
}

/**
 * Publishes a copy after the journal has recorded that it is complete, so that recovery finishes what a crash interrupts. Used for folders, which
 * are published in more than one step, and for copies that continue after a restart.
 */
async function publishRecorded(
  tree: Tree,
  record: JournalRecord<'copy'>,
  destination: Destination,
  control: OperationControl,
): Promise<void> {
  await recordCompleteCopy(tree, record, destination);
  await finishOperation(tree, record, finishing(control));
}
