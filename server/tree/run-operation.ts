import type { CommandEvent } from '#contract/commands.ts';
import { parentOf, type TreePath } from '#contract/paths.ts';
import type { FileAction } from '#contract/permissions.ts';
import type { Actor } from '../access/actor.ts';
import type { TreeChange } from '../events/tree-changes.ts';
import type { NewOperation, OperationKind } from '../metadata/operation-journal.ts';
import type { CommandFailed, OperationPaths } from '../programs/events/event-hooks.ts';
import { AppError } from '../errors.ts';
import { authorizeParents, createFolders, removeFolders, type Destination } from './destination.ts';
import { untilCancelled, type OperationControl } from './operation-control.ts';
import type { Remembered } from './history-recorder.ts';
import type { JournalRecord } from './journal-record.ts';
import { PathIsLocked, type Claim } from './path-locks.ts';
import type { ResolvedPath } from './resolved-path.ts';
import type { ItemChange } from './shared-items.ts';
import type { Tree } from './tree.ts';

/** Result of a completed operation, and the command after it if that has failed. */
export interface Completed<Result> {
  readonly result: Result;
  /** False when the tree was already as the operation would leave it. */
  readonly hasChanged: boolean;
  readonly failed: CommandFailed | undefined;
}

/** Declares what an operation is about and what has to hold before it may begin. */
export interface PlannedOperation<Plan> {
  /** Selects the commands that run before and after the operation; undefined for an operation without commands. */
  readonly event: CommandEvent | undefined;
  readonly actor: Actor;
  /** Present for operations that report progress and that can be cancelled. */
  readonly control?: OperationControl;
  /** Returns a signal that aborts when the caller leaves while commands before the operation run. Not used with `control`. */
  readonly cancelled?: (() => AbortSignal) | undefined;
  /** True if the plan chooses a free name. It is planned again when another operation claims that name first. */
  readonly choosesFreeName?: boolean;

  /** Resolves and authorizes the paths, and returns all that the other members need of them. May run several times. Changes nothing. */
  plan(): Promise<Plan>;
  /** Returns true when the tree is already as the operation would leave it. `prepare` and its `commit` then change nothing. */
  isDone?(plan: Plan): boolean;
  /** Returns the paths that the commands get. */
  paths(plan: Plan): OperationPaths;
  /** Returns what a long operation claims until it ends. Others that would change it are refused meanwhile. */
  claims?(plan: Plan): readonly Claim[];
  /** Returns the path that a short write locks while it creates folders and while it is committed. */
  writes?(plan: Plan): TreePath;
  /** Authorizes what lies below the paths, and checks what else has to hold. Runs under the claims and changes nothing. */
  authorize?(plan: Plan): Promise<void> | void;
  /** Returns the destination whose missing parent folders are created, and the action that each of them needs. */
  parents?(plan: Plan): { readonly destination: Destination; readonly action: FileAction };
}

/** Declares a change of the tree on behalf of an actor. */
export interface OperationSpec<
  Plan,
  Result,
  Kind extends OperationKind,
> extends PlannedOperation<Plan> {
  /**
   * Returns what is recorded before the first step: the paths by which the operation is recovered or undone. A record that begins in the
   * state `committing` is of an operation that changes everything in one step of the file system. It is stored only if the operation
   * concerns the item of a share.
   */
  journal(plan: Plan): NewOperation<Kind>;
  /** Does the invisible work, such as receiving a temporary file. Advances the journal record before each further step. */
  prepare(plan: Plan, record: JournalRecord<Kind>): Promise<Prepared<Result>>;
  /** Returns the effects on entries that shares may lead to. */
  items(plan: Plan): readonly ItemChange[];
  /** Returns the changes to announce after the commit. */
  changes(plan: Plan, result: Result): readonly TreeChange[];
  /**
   * Returns what the history keeps of an operation without a journal record. Must not reject, because the operation is complete. `version` is
   * the id of the version of what it has replaced.
   */
  remembers?(
    plan: Plan,
    result: Result,
    version: number | undefined,
  ): Promise<Remembered | undefined> | Remembered | undefined;
  /** Returns the changes that a failed commit may have made. */
  changesOfFailure?(plan: Plan): readonly TreeChange[];
}

export interface Prepared<Result> {
  /** Makes the change visible and ends the journal record. Cleans up after itself when it fails. */
  commit(): Promise<Result>;
  /** Removes what was prepared and ends the journal record. Called when the commit cannot begin. By default, only the record is ended. */
  discard?(): Promise<void>;
}

/**
 * Runs an operation with everything around it: the commands before and after it, locks, authorization, missing parent folders, the journal,
 * shares and the announcement of changes. Throws `CommandFailed` when a command before it has failed; nothing has changed then.
 */
export async function runOperation<Plan, Result, Kind extends OperationKind>(
  tree: Tree,
  operation: OperationSpec<Plan, Result, Kind>,
): Promise<Completed<Result>> {
  const hasHooks = await runHooksBefore(tree, operation);
  const { plan, result } = await withFreeName(operation, () => perform(tree, operation));
  const hasChanged = operation.isDone?.(plan) !== true;
  const { event, actor } = operation;
  if (!hasHooks || event === undefined) return { result, hasChanged, failed: undefined };
  const failed = await tree.hooks.after(event, actor, operation.paths(plan));
  return { result, hasChanged, failed };
}

/**
 * Runs the commands before an operation, once it is certain that the actor may do it. Returns false when there are no commands for the
 * event, or nothing to do. The operation has to be planned again afterwards: the commands may have changed the tree.
 */
export async function runHooksBefore<Plan>(
  tree: Tree,
  operation: PlannedOperation<Plan>,
): Promise<boolean> {
  const { event, actor, control } = operation;
  if (event === undefined || !(await tree.hooks.hasCommands(event))) return false;
  // An interrupted copy continues. The commands ran before the restart.
  if (control?.interrupted) return true;
  const cancelled = control ? untilCancelled(control).signal : operation.cancelled?.();
  const paths = await withFreeName(operation, async () => {
    const plan = await operation.plan();
    if (operation.isDone?.(plan) === true) return undefined;
    await requirePossible(tree, operation, plan);
    return operation.paths(plan);
  });
  if (paths === undefined) return false;
  await tree.hooks.before(event, actor, paths, cancelled);
  cancelled?.throwIfAborted();
  return true;
}

/**
 * Authorizes all of an operation, waits for short writes at its path, and throws `locked` while another operation changes its paths.
 * Changes nothing.
 */
export async function requirePossible<Plan>(
  tree: Tree,
  operation: PlannedOperation<Plan>,
  plan: Plan,
): Promise<void> {
  await withClaims(tree, operation, plan, () => authorizeAll(operation, plan));
  await underWriteLock(tree, operation.writes?.(plan), () => Promise.resolve());
}

interface Performed<Plan, Result> {
  readonly plan: Plan;
  readonly result: Result;
}

async function perform<Plan, Result, Kind extends OperationKind>(
  tree: Tree,
  operation: OperationSpec<Plan, Result, Kind>,
): Promise<Performed<Plan, Result>> {
  const plan = await operation.plan();
  const record = recordFor(tree, operation, plan);
  // Changes nothing, so it needs no claims: only the operation can make its result. The record is never stored.
  if (operation.isDone?.(plan) === true) {
    const { commit } = await operation.prepare(plan, record);
    return { plan, result: await commit() };
  }
  return withClaims(tree, operation, plan, async () => {
    const created: ResolvedPath[] = [];
    if (operation.control?.interrupted) record.resume();
    try {
      await prepareParents(tree, operation, plan, created);
      operation.control?.onRecord?.(record);
      // Stores the record. One that begins as `committing` is stored only with the items of shares.
      if (record.operation.state !== 'committing') await record.advance();
      const prepared = await operation.prepare(plan, record);
      const result = await commitChange(
        tree,
        {
          record,
          writes: operation.writes?.(plan),
          items: operation.items(plan),
          changes: (outcome) => operation.changes(plan, outcome),
          changesOfFailure: () => operation.changesOfFailure?.(plan) ?? [],
          stopping: operation.control?.stopping,
        },
        prepared,
      );
      const remembered = await operation.remembers?.(plan, result, record.version);
      const kept = remembered && record.historyOf(remembered);
      if (kept !== undefined) tree.history.record(kept);
      return { plan, result };
    } catch (error) {
      // Without claims, other writes may be about to use the folders.
      if (operation.claims !== undefined) await removeFolders(tree, created);
      throw error;
    } finally {
      record.release();
    }
  });
}

/** Returns the journal record of an operation: a new one, or that of an interrupted copy with what has been planned again. */
function recordFor<Plan, Result, Kind extends OperationKind>(
  tree: Tree,
  operation: OperationSpec<Plan, Result, Kind>,
  plan: Plan,
): JournalRecord<Kind> {
  const { actor, control } = operation;
  const planned = operation.journal(plan);
  if (!control?.interrupted) return tree.journal.open(actor.userId, planned, actor.action);
  // The cast is safe, because a job runs again the operation that its record was made for.
  const record = control.interrupted.record as JournalRecord<Kind>;
  const { state, temporary, folderEvidence } = record.operation;
  // The temporary copy has to be in the folder in which it gets its name.
  const isBeside =
    'target' in planned && temporary && parentOf(planned.target) === parentOf(temporary);
  if (!isBeside) throw new AppError('stale', 'the destination has changed since the copy began');
  record.operation = { ...planned, state, temporary, folderEvidence };
  return record;
}

/** Authorizes all of an operation and creates the missing parent folders. Adds those that it has created to `created`. */
export async function prepareParents<Plan>(
  tree: Tree,
  operation: PlannedOperation<Plan>,
  plan: Plan,
  created: ResolvedPath[] = [],
): Promise<void> {
  const folders = await authorizeAll(operation, plan);
  operation.control?.cancelled.throwIfAborted();
  // Also without missing folders: the caller learns that the path is locked before it sends a whole file.
  await underWriteLock(tree, operation.writes?.(plan), () => createFolders(tree, folders, created));
}

async function authorizeAll<Plan>(
  operation: PlannedOperation<Plan>,
  plan: Plan,
): Promise<readonly ResolvedPath[]> {
  await operation.authorize?.(plan);
  const parents = operation.parents?.(plan);
  return parents ? authorizeParents(operation.actor, parents.action, parents.destination) : [];
}

/** The parts of an `OperationSpec` that a commit needs, for one plan. */
export interface CommitOptions<Result> {
  readonly record: JournalRecord;
  readonly writes?: TreePath | undefined;
  readonly items: readonly ItemChange[];
  readonly changes: (result: Result) => readonly TreeChange[];
  readonly changesOfFailure?: () => readonly TreeChange[];
  readonly stopping?: AbortSignal | undefined;
}

/** Commits prepared work under its lock, keeps shares with their entries, and announces what has changed. */
export async function commitChange<Result>(
  tree: Tree,
  { record, writes, items, changes, changesOfFailure, stopping }: CommitOptions<Result>,
  { commit, discard = () => record.end() }: Prepared<Result>,
): Promise<Result> {
  let hasBegun = false;
  const begin = (): Promise<Result> => {
    hasBegun = true;
    return commit();
  };
  try {
    const result = await underWriteLock(tree, writes, () =>
      items.length === 0 ? begin() : tree.sharedItems.track(record, items, begin, stopping),
    );
    for (const change of changes(result)) tree.changes.announce(change, record.userId);
    return result;
  } catch (error) {
    if (!hasBegun) await discard();
    // Without the user: what has failed is not among their recent changes.
    for (const change of changesOfFailure?.() ?? []) tree.changes.announce(change);
    throw error;
  }
}

function withClaims<Plan, T>(
  tree: Tree,
  operation: PlannedOperation<Plan>,
  plan: Plan,
  work: () => Promise<T>,
): Promise<T> {
  const claims = operation.claims?.(plan);
  // Recovery has kept the paths of an interrupted copy claimed. They are claimed for the operation now.
  operation.control?.interrupted?.release();
  return claims === undefined ? work() : tree.locks.claim(claims, work);
}

function underWriteLock<T>(
  tree: Tree,
  path: TreePath | undefined,
  work: () => Promise<T>,
): Promise<T> {
  return path === undefined ? work() : tree.locks.write([path], work);
}

/** Maximum number of attempts, because others may claim the free name before the plan does. */
const MAX_ATTEMPTS = 16;

async function withFreeName<T>(
  { choosesFreeName = false }: Pick<PlannedOperation<unknown>, 'choosesFreeName'>,
  attemptOnce: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce();
    } catch (error) {
      const mayRetry = choosesFreeName && attempt < MAX_ATTEMPTS;
      if (!mayRetry || !(error instanceof PathIsLocked)) throw error;
    }
  }
}
