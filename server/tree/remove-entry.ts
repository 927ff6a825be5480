import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import type { NewOperation } from '../metadata/operation-journal.ts';
import type { Survey } from '../storage/walk-outcomes.ts';
import { authorizeTree, visibilityAt } from './authorize-tree.ts';
import { refOf } from './entry-paths.ts';
import type { JournalRecord } from './journal-record.ts';
import {
  endFailedStep,
  EntriesLeft,
  newTemporaryPathIn,
  removeTemporary,
  temporaryOf,
} from './temporary-entry.ts';
import { untilCancelled, type OperationControl } from './operation-control.ts';
import { resolveEntry, type ResolvedEntry } from './resolve-entry.ts';
import { runOperation, type Completed } from './run-operation.ts';
import { requireNotRoot } from './transfer.ts';
import { moveToTrash, trashSizeOf } from './move-to-trash.ts';
import { newPathInTrash, trashedKindOf } from './path-in-trash.ts';
import type { Tree } from './tree.ts';
import { nothingAtPath } from '../storage/driver-errors.ts';

export interface RemovalRequest {
  readonly path: TreePath;
  /**
   * `required` throws the refusal `not-into-trash` where the trash is off or cannot take the entry; `preferred` deletes it for good there.
   * `unused` deletes it for good in any case.
   */
  readonly trash: 'required' | 'preferred' | 'unused';
}

/** An entry that is removed, and the path in the trash that it gets; undefined where it is deleted for good. */
interface RemovalPlan extends ResolvedEntry {
  readonly trashPath: TreePath | undefined;
  /** False for an entry that must not be deleted for good. */
  readonly mayBePermanent: boolean;
}

export interface Removed {
  /** Id of the item in the trash; undefined when it was deleted for good. */
  readonly trashId: number | undefined;
}

/**
 * Removes an entry and everything below it; of a symlink, the symlink. The entry vanishes in one step: it is moved into the trash, or deleted
 * for good. What cannot be removed appears again.
 */
export function removeEntry(
  tree: Tree,
  actor: Actor,
  request: RemovalRequest,
  control: OperationControl,
): Promise<Completed<Removed>> {
  let counted: Survey | undefined;
  const counting: OperationControl = {
    ...control,
    reportTotals(survey) {
      counted = survey;
      control.reportTotals(survey);
    },
  };
  return runOperation<RemovalPlan, Removed, 'delete'>(tree, {
    event: 'delete',
    actor,
    control,
    plan: () => planRemoval(tree, actor, request),
    paths: ({ resolvedPath }) => ({ path: resolvedPath }),
    claims: ({ resolvedPath, trashPath }) =>
      [resolvedPath, trashPath]
        .filter((path) => path !== undefined)
        .map((path) => ({ path, access: 'exclusive' })),
    async authorize(plan) {
      const filter = visibilityAt(actor, [request.path, plan.resolvedPath]);
      await authorizeTree(tree, { filter }, plan, counting);
      // Created before the journal record, which identifies it.
      if (plan.trashPath !== undefined)
        await tree.driver.trashFor(refOf(plan.resolvedPath), { create: true });
    },
    journal: (plan) => journalOf(plan, actor),
    // Shares of what cannot be removed stay, and those of what is in the trash wait there.
    items: ({ resolvedPath: path, trashPath }) => [
      { fate: trashPath === undefined ? 'removed' : 'carried', path },
    ],
    changes: ({ resolvedPath: path }) => [{ kind: 'vanished', path }],
    changesOfFailure({ resolvedPath: path, stat }) {
      const gone = { kind: 'vanished', path } as const;
      return stat.kind === 'folder' ? [gone, { kind: 'changed-below', path }] : [gone];
    },
    prepare: async (plan, record) => ({
      commit: () => remove(tree, plan, record, { control, counted }),
    }),
  });
}

async function planRemoval(
  tree: Tree,
  actor: Actor,
  { path, trash }: RemovalRequest,
): Promise<RemovalPlan> {
  requireNotRoot(actor, path);
  requireAccess(actor, 'delete', path);
  const entry = await resolveEntry(tree, actor, path);
  if (entry.kind === 'missing') throw nothingAtPath();
  const { own } = entry;
  requireAccess(actor, 'delete', own.resolvedPath);
  const isKept = tree.keeps.deleted && trash !== 'unused';
  const trashPath = isKept ? await newPathInTrash(tree, own.resolvedPath) : undefined;
  if (trash === 'required' && trashPath === undefined) throw notIntoTrash();
  return { ...own, trashPath, mayBePermanent: trash !== 'required' };
}

function journalOf(
  { resolvedPath: source, stat, trashPath }: RemovalPlan,
  { username }: Actor,
): NewOperation<'delete'> {
  const { kind, fingerprint: item } = stat;
  const common = { kind: 'delete', source, item } as const;
  if (trashPath !== undefined) {
    const trashed = { username, kind: trashedKindOf(stat) };
    return { ...common, state: 'trashing', temporary: trashPath, trashed };
  }
  if (kind !== 'folder') return { ...common, state: 'committing' };
  return { ...common, state: 'removing', temporary: newTemporaryPathIn(parentOf(source)) };
}

async function remove(
  tree: Tree,
  { resolvedPath, stat, trashPath, mayBePermanent }: RemovalPlan,
  record: JournalRecord<'delete'>,
  {
    control,
    counted,
  }: { readonly control: OperationControl; readonly counted: Survey | undefined },
): Promise<Removed> {
  if (trashPath !== undefined) {
    const outcome = await moveToTrash(tree, record, trashSizeOf(stat, counted));
    if (outcome.kind === 'in-trash') return { trashId: outcome.id };
    if (!mayBePermanent) {
      await record.end();
      throw notIntoTrash();
    }
    await record.advance({
      state: 'removing',
      temporary: newTemporaryPathIn(parentOf(resolvedPath)),
    });
  }
  if (stat.kind === 'folder') await removeFolder(tree, record, control);
  else {
    await tree.driver.remove(parentOf(resolvedPath), nameOf(resolvedPath));
    if (record.operation.state !== 'committing') await record.end();
  }
  await tree.versions.forget(resolvedPath);
  return { trashId: undefined };
}

function notIntoTrash(): AppError {
  return new AppError('invalid-request', 'the trash cannot take this item', {
    refusal: { code: 'not-into-trash' },
  });
}

async function removeFolder(
  tree: Tree,
  record: JournalRecord<'delete'>,
  control: OperationControl,
): Promise<void> {
  const folder = refOf(record.operation.source);
  const hidden = refOf(temporaryOf(record.operation));
  const { kind } = await tree.driver
    .move(folder, hidden, { replace: false })
    .catch(async (error: unknown) => {
      await endFailedStep(record, error);
      throw error;
    });
  const isHidden = kind === 'moved';
  if (!isHidden) await record.end();
  const options = untilCancelled(control);
  // A folder of a lower layer of an overlay file system cannot be renamed, so it is removed where it is.
  const left = isHidden
    ? await removeTemporary(tree, record, options)
    : await tree.walks.remove({ entry: folder }, options);
  if (left.count > 0) throw new EntriesLeft(left);
}
