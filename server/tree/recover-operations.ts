import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import { DatabaseUnavailable } from '../metadata/database-unavailable.ts';
import type { NewOperation, OperationKind } from '../metadata/operation-journal.ts';
import { isStorageAway, NoEvidence, provesAbsence } from './evidence.ts';
import { finishOperation } from './finish-operation.ts';
import { removeTemporary } from './temporary-entry.ts';
import { operationId, type Unrecovered } from './unrecovered-records.ts';
import { refOf } from './entry-paths.ts';
import { entryAt } from './entry-at.ts';
import { recoverTrashing } from './move-to-trash.ts';
import { purge } from './purge-trash.ts';
import type { RecordObserver, JournalRecord } from './journal-record.ts';
import type { Claim } from './path-locks.ts';
import type { ClaimedRecovery } from './recovery.ts';
import { reasonOf, type RecoveryLog } from './recovery-log.ts';
import type { Tree } from './tree.ts';

/** Recovers one interrupted operation and ends its journal record. Throws where the record has to stay. */
type Recover<Kind extends OperationKind> = (
  tree: Tree,
  record: JournalRecord<Kind>,
  signal: AbortSignal,
) => Promise<void>;

/** How each kind of operation is recovered. An operation in the state `settling` is not: its files are done. */
const RECOVER: { readonly [Kind in OperationKind]: Recover<Kind> } = {
  copy: async (tree, record, signal) => {
    if (record.operation.state === 'copying') await removeAll(tree, record, signal);
    else await finishOperation(tree, record, { signal, resumed: true });
  },
  move: async (tree, record, signal) => {
    const { state } = record.operation;
    if (state === 'renaming') await settleRenaming(tree, record);
    else if (state === 'copying') await removeAll(tree, record, signal);
    else await finishOperation(tree, record, { signal, resumed: true });
  },
  delete: async (tree, record, signal) => {
    const { state, source } = record.operation;
    if (state === 'trashing') return recoverTrashing(tree, record);
    if (await isRemovalNotBegun(tree, record.operation)) return record.end();
    await removeAll(tree, record, signal);
    // Another entry may be there by now, or one that could not be removed.
    if ((await entryAt(tree, source)) === undefined) await tree.versions.forget(source);
  },
  purge: (tree, record, signal) => purge(tree, record, { signal }),
  write: removeAll,
  discard: removeAll,
};

/** The jobs that interrupted operations belong to, by the ids of the operations. */
export type OperationOwners = ReadonlyMap<number, RecordObserver>;

/** The records that a recovery has not completed. */
export interface RecoveryOutcome {
  readonly unrecovered: readonly Unrecovered[];
  /** True if some of them are kept because a disk is not available. */
  readonly isStorageAway: boolean;
  /** Incomplete copies of jobs, which the jobs continue. Their paths stay claimed. */
  readonly resumable: readonly ResumableRecord[];
}

export interface ResumableRecord {
  readonly operationId: number;
  readonly record: JournalRecord;
  readonly release: () => void;
}

/** A journal record that was not ended, with its paths claimed. */
interface Interrupted {
  readonly record: JournalRecord;
  /** Paths where the recovery may change names. */
  readonly paths: readonly TreePath[];
  readonly release: () => void;
}

/**
 * Claims the paths of all operations that a crash has interrupted; other operations there are refused with `locked` meanwhile. The recovery
 * finishes an operation where nothing can be lost by that, and otherwise removes its temporary files. An incomplete copy of a job is left to
 * the job. A record is ended only when there is evidence that its work is done; otherwise it is kept for the next time, and returned. One
 * that fails does not keep the others from being recovered. Safe to run twice. Throws DatabaseUnavailable while the database is
 * unavailable.
 */
export async function prepareRecovery(
  tree: Tree,
  log: RecoveryLog,
  owners: OperationOwners = new Map(),
): Promise<ClaimedRecovery<RecoveryOutcome>> {
  const { interrupted, resumable } = await claimInterrupted(tree, owners);
  const records = interrupted.map(({ record }) => record);
  const run = async (signal: AbortSignal): Promise<RecoveryOutcome> => {
    let left: Left = { unrecovered: [], isStorageAway: false };
    try {
      await tree.sharedItems.resume(records, async () => {
        left = await recoverAll(tree, interrupted, log, signal);
      });
    } catch (err) {
      if (err instanceof DatabaseUnavailable) {
        releaseAll(resumable);
        throw err;
      }
      if (!signal.aborted)
        log.failed('shares', { err }, 'shares of interrupted operations not checked');
    } finally {
      releaseAll(interrupted);
    }
    return { ...left, resumable };
  };
  const giveUp = (): void => {
    releaseAll(interrupted);
    releaseAll(resumable);
  };
  return { run, giveUp };
}

/** Releases the claims of records. */
export function releaseAll(claimed: readonly { readonly release: () => void }[]): void {
  for (const { release } of claimed) release();
}

interface ClaimedRecords {
  readonly interrupted: readonly Interrupted[];
  readonly resumable: readonly ResumableRecord[];
}

async function claimInterrupted(tree: Tree, owners: OperationOwners): Promise<ClaimedRecords> {
  const interrupted: Interrupted[] = [];
  const resumable: ResumableRecord[] = [];
  try {
    for (const record of await tree.journal.interrupted()) {
      const { id: operationId = 0, operation } = record;
      const owner = owners.get(operationId);
      if (owner !== undefined) record.setObserver(owner);
      const isResumable = owner !== undefined && isUnfinishedCopy(operation);
      const paths = claimedPaths(operation);
      const claims = isResumable
        ? claimsOfCopy(operation)
        : paths.map((path) => ({ path, access: 'exclusive' }) as const);
      // Undefined for an operation of this process that is still running.
      const release = await tree.locks.recover(claims);
      if (release === undefined) continue;
      if (isResumable) resumable.push({ operationId, record, release });
      else interrupted.push({ record, paths, release });
    }
  } catch (error) {
    releaseAll(interrupted);
    releaseAll(resumable);
    throw error;
  }
  return { interrupted, resumable };
}

function isUnfinishedCopy(operation: NewOperation): operation is NewOperation<'copy' | 'move'> {
  return (operation.kind === 'copy' || operation.kind === 'move') && operation.state === 'copying';
}

function claimsOfCopy(operation: NewOperation<'copy' | 'move'>): Claim[] {
  const changed = [operation.temporary, operation.target].filter((path) => path !== undefined);
  const claims: Claim[] = changed.map((path) => ({ path, access: 'exclusive' }));
  const access = operation.kind === 'move' ? 'exclusive' : 'shared';
  return operation.source === undefined ? claims : [...claims, { path: operation.source, access }];
}

/** Gives up an incomplete copy that cannot go on: removes it, ends its journal record and releases its claims. */
export async function discardResumable(
  tree: Tree,
  { record, release }: Pick<ResumableRecord, 'record' | 'release'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await removeAll(tree, record, signal);
  } finally {
    release();
  }
}

/** Returns the paths whose names the recovery may change. */
function claimedPaths(operation: NewOperation): TreePath[] {
  if (operation.state === 'settling' || operation.state === 'committing') return [];
  const paths = [operation.temporary];
  if (movesEntries(operation)) {
    paths.push(operation.target);
    if (operation.kind === 'move') paths.push(operation.source);
  }
  if (operation.kind === 'delete' && operation.state === 'trashing') paths.push(operation.source);
  return paths.filter((path) => path !== undefined);
}

/** Returns true when the recovery may give an item another path. */
function movesEntries(operation: NewOperation): operation is NewOperation<'copy' | 'move'> {
  return (operation.kind === 'move' || operation.kind === 'copy') && operation.state !== 'copying';
}

type Left = Pick<RecoveryOutcome, 'unrecovered' | 'isStorageAway'>;

async function recoverAll(
  tree: Tree,
  interrupted: readonly Interrupted[],
  log: RecoveryLog,
  signal: AbortSignal,
): Promise<Left> {
  const left = { unrecovered: [] as Unrecovered[], isStorageAway: false };
  const moving = interrupted.filter(
    ({ record: { operation } }) => movesEntries(operation) || operation.state === 'trashing',
  );
  const others = interrupted.filter((each) => !moving.includes(each));
  for (const each of moving) await recoverOne(tree, each, { log, signal, left });
  // Temporary files may be in a folder whose move has just been completed.
  if (moving.length > 0) await tree.journal.refresh(others.map(({ record }) => record));
  for (const each of others) await recoverOne(tree, each, { log, signal, left });
  return left;
}

async function recoverOne(
  tree: Tree,
  { record, paths, release }: Interrupted,
  {
    log,
    signal,
    left,
  }: {
    readonly log: RecoveryLog;
    readonly signal: AbortSignal;
    readonly left: { readonly unrecovered: Unrecovered[]; isStorageAway: boolean };
  },
): Promise<void> {
  signal.throwIfAborted();
  const { folderEvidence: _, ...facts } = record.operation;
  try {
    await recoverByKind(tree, record, signal);
    log.recovered(facts, 'interrupted operation recovered');
  } catch (err) {
    if (signal.aborted || err instanceof DatabaseUnavailable) throw err;
    const id = operationId(record.id ?? 0);
    left.unrecovered.push({ id, reason: reasonOf(err) });
    left.isStorageAway ||= isStorageAway(err);
    if (isStorageAway(err)) log.failed(id, { err, ...facts }, 'interrupted operation kept');
    else log.failed(id, { err, ...facts }, 'interrupted operation not recovered');
  } finally {
    for (const path of paths) tree.changes.announce({ kind: 'changed-below', path });
    release();
  }
}

async function recoverByKind(
  tree: Tree,
  record: JournalRecord,
  signal: AbortSignal,
): Promise<void> {
  if (record.operation.state === 'settling') return;
  // The kind of the record selects the function, which TypeScript cannot follow.
  const recover = RECOVER[record.operation.kind] as Recover<OperationKind>;
  await recover(tree, record, signal);
}

/** Returns true for a folder that was not hidden before the crash: it is still at its path. */
async function isRemovalNotBegun(
  tree: Tree,
  { source, temporary, item }: NewOperation<'delete'>,
): Promise<boolean> {
  if (temporary === undefined) return false;
  if ((await tree.walks.stat({ entry: refOf(temporary) })) !== undefined) return false;
  const there = await entryAt(tree, source);
  return there !== undefined && there.fingerprint === (item ?? there.fingerprint);
}

/** Removes the temporary file or folder of an operation and ends its record. Throws when a part of it cannot be removed. */
async function removeAll(tree: Tree, record: JournalRecord, signal: AbortSignal): Promise<void> {
  const left = await removeTemporary(tree, record, { signal });
  if (left.count > 0) throw new Error(`${left.count} entries cannot be removed`);
}

/**
 * Settles a rename, which takes one step or two: between them, a file has both names, or an empty folder has the new name of a folder. The
 * rename is finished then, or has not begun. Evidence is the entry itself at one of the two paths.
 */
async function settleRenaming(tree: Tree, record: JournalRecord<'move'>): Promise<void> {
  const { source: from, target: to, item, replaces } = record.operation;
  const [before, after] = await Promise.all([entryAt(tree, from), entryAt(tree, to)]);
  const isItem = (there: typeof before) =>
    there !== undefined && there.fingerprint === (item ?? there.fingerprint);
  if (!isItem(before)) {
    // If another item is at the former path by now, references to that path belong to it.
    const moved = before === undefined ? { from, to } : undefined;
    if (isItem(after)) return record.end({ moved, isComplete: true });
    if (before === undefined && (await isGone(tree, record.operation))) return record.end();
    throw new NoEvidence();
  }
  if (before !== undefined && after !== undefined && from !== to && !replaces) {
    const isSame = before.identity === after.identity;
    if (isSame && before.kind !== 'folder') {
      await tree.driver.move(refOf(from), refOf(to), { replace: true });
      return record.end({ moved: { from, to }, isComplete: true });
    }
    if (before.kind === 'folder' && after.kind === 'folder') await removeIfEmpty(tree, to);
  }
  await record.end();
}

/** Returns true when another program has removed the entry: both folders exist and neither has it. */
async function isGone(
  tree: Tree,
  { item, source, target, folderEvidence }: NewOperation<'move'>,
): Promise<boolean> {
  if (item === undefined) return false;
  return (
    (await provesAbsence(tree.driver, parentOf(source), folderEvidence)) &&
    (await entryAt(tree, parentOf(target))) !== undefined &&
    (await entryAt(tree, target)) === undefined
  );
}

async function removeIfEmpty({ driver }: Tree, path: TreePath): Promise<void> {
  try {
    await driver.remove(parentOf(path), nameOf(path));
  } catch {
    // The folder is not empty, so it is not the placeholder.
  }
}
