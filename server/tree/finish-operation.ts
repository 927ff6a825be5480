import { parentOf } from '#contract/paths.ts';
import { trashFolderIn } from '#contract/temporary-names.ts';
import { AppError } from '../errors.ts';
import type { TaskOptions } from '../lib/task-pool.ts';
import type { Writer } from '../metadata/database.ts';
import type { SharedItem } from '../metadata/shared-items.ts';
import { deleteTrash, followVersions } from '../metadata/trash.ts';
import { moveUserItems } from '../metadata/user-items.ts';
import { isStorageAway, NoEvidence, provesAbsence } from './evidence.ts';
import { giveFreeName } from './conflict.ts';
import { removeTemporary, temporaryOf } from './temporary-entry.ts';
import { untilStopped, type OperationControl } from './operation-control.ts';
import { counterpartOf, type Move, refOf } from './entry-paths.ts';
import { entryAt } from './entry-at.ts';
import type { JournalRecord, CarriedShare } from './journal-record.ts';
import type { FoundItem } from './shared-items.ts';
import type { Tree } from './tree.ts';
import type { Exceptions } from '../storage/walk-outcomes.ts';

const NONE: Exceptions = { count: 0, names: [] };

/** The journal record of a copy or a move. */
export type TransferRecord = JournalRecord<'copy'> | JournalRecord<'move'>;

interface Finishing extends TaskOptions {
  /** True after a crash, when parts of the operation may be complete already. */
  readonly resumed: boolean;
  /** Aborts when a merge is to be given up, because its job was cancelled. */
  readonly withdrawn?: AbortSignal | undefined;
}

/** Returns the options for an operation that has begun in this process. */
export function finishing(control: OperationControl): Finishing {
  return { ...untilStopped(control), withdrawn: control.withdrawn, resumed: false };
}

/**
 * Completes a copy or a move in the state `publishing`, `merging` or `moving-into`: gives the entry at its temporary path its name, or merges it
 * into the target, removes the original of a move by copy, and ends the journal record. Safe to repeat. When it fails, the operation is given
 * up: a copy is removed, because its original still exists, and an original with a temporary name gets its name again. Returns the entries
 * that are left at the source of a move.
 */
export async function finishOperation(
  tree: Tree,
  record: TransferRecord,
  options: Finishing,
): Promise<Exceptions> {
  let outcome: Outcome;
  try {
    outcome = await putInPlace(tree, record, options);
  } catch (error) {
    if (!options.signal.aborted && !isStorageAway(error)) await giveUp(tree, record, options);
    throw error;
  }
  const { operation } = record;
  if (outcome !== 'in-place' || operation.kind === 'copy') {
    await record.end({ isComplete: outcome === 'in-place' });
    return NONE;
  }
  const { source, target } = operation;
  const move = { from: source, to: target };
  if (operation.state === 'moving-into') {
    await record.end({ moved: move, isComplete: true });
    return NONE;
  }
  let removal: 'done' | 'failed' = 'failed';
  try {
    const left = await tree.walks.removeCopied({ entry: refOf(source), copy: target }, options);
    removal = 'done';
    return left;
  } finally {
    // Also after a failure, because both copies are complete, and users do not expect a later start to remove the
    // original.
    if (!options.signal.aborted) {
      const carried = await carriedByCopy(tree, move, removal);
      const inTransaction = await followingCopy(tree, move);
      await record.end({ carried, inTransaction, isComplete: true });
    }
  }
}

function withdrawable({ withdrawn, ...options }: Finishing): Finishing {
  if (withdrawn === undefined) return options;
  return { ...options, signal: AbortSignal.any([options.signal, withdrawn]) };
}

/**
 * `in-place`: the temporary entry has been published. `not-begun`: the source still has its name. `gone`: another program has removed the
 * temporary entry.
 */
type Outcome = 'in-place' | 'not-begun' | 'gone';

async function putInPlace(
  tree: Tree,
  record: TransferRecord,
  options: Finishing,
): Promise<Outcome> {
  const { operation } = record;
  const { state, target, replaces } = operation;
  const from = refOf(temporaryOf(operation));
  if ((await tree.walks.stat({ entry: from })) === undefined)
    return outcomeWithoutTemporary(tree, operation);
  if (state !== 'publishing') {
    const folders = { from, into: target };
    const merging = withdrawable(options);
    const merge = () => tree.walks.merge(folders, merging);
    const signals = { signal: merging.signal, stopping: options.signal };
    await tree.versions.merge(record, folders, merge, signals);
    return 'in-place';
  }
  const move = () => tree.driver.move(from, refOf(target), { replace: replaces });
  const isResumed = options.resumed;
  const publish = () =>
    replaces ? tree.versions.replace(record, target, move, { isResumed }) : move();
  try {
    await publish();
  } catch (error) {
    if (!options.resumed || !(error instanceof AppError)) throw error;
    if (error.code !== 'already-exists' || !(await removePlaceholder(tree, operation))) throw error;
    await publish();
  }
  return 'in-place';
}

/**
 * Returns the outcome when nothing is at the temporary path any more. That alone proves nothing, because its disk may not be mounted.
 * Evidence is the entry at its new or old path, or the folder that held the temporary name. Throws `NoEvidence` without either.
 */
async function outcomeWithoutTemporary(
  tree: Tree,
  operation: TransferRecord['operation'],
): Promise<Outcome> {
  const { state, source, target, item, folderEvidence } = operation;
  const folder = parentOf(temporaryOf(operation));
  if (state === 'publishing') {
    const there = await entryAt(tree, target);
    if (there !== undefined && there.fingerprint === (item ?? there.fingerprint)) return 'in-place';
    if (await provesAbsence(tree.driver, folder, folderEvidence)) return 'gone';
    throw new NoEvidence();
  }
  if (state === 'moving-into') {
    const before = source && (await entryAt(tree, source));
    if (before !== undefined && before.fingerprint === (item ?? before.fingerprint))
      return 'not-begun';
  }
  // A merge removes the temporary folder last, when it is empty.
  if (await provesAbsence(tree.driver, folder, folderEvidence)) return 'in-place';
  throw new NoEvidence();
}

/**
 * Removes the empty folder with which the driver reserves the name of a folder before it renames it, if a crash has left it. Returns true if
 * it was removed.
 */
async function removePlaceholder(
  tree: Tree,
  operation: TransferRecord['operation'],
): Promise<boolean> {
  const source = operation.kind === 'move' ? await entryAt(tree, operation.source) : undefined;
  const target = await entryAt(tree, operation.target);
  if ((source ?? target)?.kind !== 'folder' || target?.kind !== 'folder') return false;
  try {
    const { folder, name } = refOf(operation.target);
    await tree.driver.remove(folder, name);
    return true;
  } catch {
    // The folder is not empty, so it does not reserve a name.
    return false;
  }
}

/** Undoes an operation that has failed, as far as it can be undone, and ends its journal record. */
async function giveUp(tree: Tree, record: TransferRecord, options: TaskOptions): Promise<void> {
  const { operation } = record;
  if (operation.state === 'moving-into') {
    const { source: from, target } = operation;
    const to = await giveFreeName(tree, refOf(temporaryOf(operation)), refOf(from));
    const carried = await carriedByMerge(tree, { from, to: target });
    return record.end({ carried, moved: { from, to } });
  }
  // In this state, recovery removes the copy instead of publishing it.
  await record.advance({ state: 'copying' });
  await removeTemporary(tree, record, { signal: options.signal });
}

/**
 * Lists the shares that follow a move by copy: those of entries that are gone from their old path, and those of folders, even where some
 * entries could not be removed. Where nothing could be removed, folders have not moved.
 */
async function carriedByCopy(
  tree: Tree,
  move: Move,
  removal: 'done' | 'failed',
): Promise<CarriedShare[]> {
  const carried: CarriedShare[] = [];
  for (const shared of await tree.sharedItems.within(move.from)) {
    const there = await tree.sharedItems.find(shared.path);
    const isRemainder = typeof there !== 'string' && there.kind === 'folder' && removal === 'done';
    if (isItemOf(shared, there) && !isRemainder) continue;
    carried.push({ hash: shared.hash, path: counterpartOf(shared.path, move) });
  }
  return carried;
}

/**
 * Returns the changes of the database for the transaction that ends a move by copy: versions, stars and recent items follow, and an item leaves
 * the trash. Returns undefined when something is left at the source.
 */
async function followingCopy(tree: Tree, { from, to }: Move) {
  if ((await entryAt(tree, from)) !== undefined) return undefined;
  return async (tx: Writer) => {
    await followVersions(tx, from, to);
    await moveUserItems(tx, from, to);
    if (trashFolderIn(from) !== undefined) await deleteTrash(tx, from);
    return undefined;
  };
}

/** Lists the shares of the entries that a failed merge had moved already. */
async function carriedByMerge(tree: Tree, move: Move): Promise<CarriedShare[]> {
  const carried: CarriedShare[] = [];
  for (const shared of await tree.sharedItems.within(move.from)) {
    const path = counterpartOf(shared.path, move);
    if (isItemOf(shared, await tree.sharedItems.find(path)))
      carried.push({ hash: shared.hash, path });
  }
  return carried;
}

function isItemOf({ item }: SharedItem, there: FoundItem): boolean {
  return typeof there !== 'string' && there.fingerprint === (item ?? there.fingerprint);
}
