import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Logger } from '../logger.ts';
import type { TemporaryFileRecord } from '../metadata/temporary-file-records.ts';
import type { JournalEntry } from '../metadata/operation-journal.ts';
import { isStorageAway, NoEvidence, provesAbsence } from './evidence.ts';
import { finishOperation } from './finish-operation.ts';
import { removeTemporaryFile } from './temporary-entry.ts';
import { operationId, temporaryFileId, type Unrecovered } from './kept-entries.ts';
import { requireChildPath } from './entry-paths.ts';
import { entryAt } from './entry-at.ts';
import type { Tree } from './tree.ts';
import type { EntryRef } from '../storage/entry.ts';

/** A journal entry that was not ended, with its paths claimed. */
interface Interrupted {
  readonly id: string;
  readonly facts: object;
  /** Paths where the recovery may change names. */
  readonly paths: readonly TreePath[];
  readonly release: () => void;
  recover(): Promise<void>;
}

/**
 * Claims the paths of all operations that a crash has interrupted, and returns the function that recovers them: it finishes an operation where
 * nothing can be lost by that, and else removes what the operation has left. Other operations on the claimed paths are refused with `locked`
 * meanwhile. An entry is cleared only when there is evidence that its work is done; otherwise it is kept for the next time, and returned.
 * Safe to run twice. An entry that fails does not keep the others from being recovered.
 */
export async function prepareRecovery(
  tree: Tree,
  log: Logger,
): Promise<(signal: AbortSignal) => Promise<readonly Unrecovered[]>> {
  const controller = new AbortController();
  const interrupted = await claimInterrupted(tree, controller.signal);
  return async (signal) => {
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
    if (signal.aborted) controller.abort(signal.reason);
    let unrecovered: readonly Unrecovered[] = [];
    try {
      await tree.sharedItems.resume(async () => {
        unrecovered = await recoverAll(tree, interrupted, log, signal);
      });
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'shares of interrupted operations not checked');
    } finally {
      for (const { release } of interrupted) release();
    }
    return unrecovered;
  };
}

async function claimInterrupted(tree: Tree, signal: AbortSignal): Promise<Interrupted[]> {
  const interrupted: Interrupted[] = [];
  const add = (entry: Omit<Interrupted, 'release'>) => {
    // Undefined for an operation of this process that is still running.
    const release = tree.locks.recover(
      entry.paths.map((path) => ({ path, access: 'exclusive' }) as const),
    );
    if (release !== undefined) interrupted.push({ ...entry, release });
  };
  // The operations first: one that is given up leaves a temporary file.
  for (const entry of await tree.journal.operations()) {
    const { kind, from, to, original } = entry;
    add({
      id: operationId(entry),
      facts: { kind, from, to },
      paths: [from, to, ...(original ? [original] : [])].map(pathOf),
      recover: () => settle(tree, entry, signal),
    });
  }
  for (const part of await tree.journal.leftTemporaryFiles()) {
    const { folder, partName } = part;
    add({
      id: temporaryFileId(part),
      facts: part,
      paths: [requireChildPath(folder, partName)],
      recover: () => clear(tree, part, signal),
    });
  }
  return interrupted;
}

function pathOf({ folder, name }: EntryRef): TreePath {
  return requireChildPath(folder, name);
}

async function recoverAll(
  tree: Tree,
  interrupted: readonly Interrupted[],
  log: Logger,
  signal: AbortSignal,
): Promise<Unrecovered[]> {
  const unrecovered: Unrecovered[] = [];
  for (const { id, facts, paths, recover, release } of interrupted) {
    signal.throwIfAborted();
    try {
      await recover();
      log.info(facts, 'interrupted operation recovered');
    } catch (err) {
      if (signal.aborted) throw err;
      unrecovered.push({ id, reason: err instanceof Error ? err.message : String(err) });
      if (isStorageAway(err)) log.warn({ err, ...facts }, 'interrupted operation kept');
      else log.warn({ err, ...facts }, 'interrupted operation not recovered');
    } finally {
      for (const path of paths) tree.changes.announce({ kind: 'changed-below', path });
      release();
    }
  }
  return unrecovered;
}

async function clear(tree: Tree, part: TemporaryFileRecord, signal: AbortSignal): Promise<void> {
  const left = await removeTemporaryFile(tree, part, { signal });
  if (left.count > 0) throw new Error(`${left.count} entries cannot be removed`);
}

async function settle(tree: Tree, entry: JournalEntry, signal: AbortSignal): Promise<void> {
  if (entry.kind === 'renaming') await settleRenaming(tree, entry);
  else await finishOperation(tree, entry, { signal, resumed: true });
}

/**
 * Settles a rename, which takes one step or two: between them, a file has both names, or an empty folder has the new name of a folder. The
 * rename is finished then, or has not begun. Evidence is the entry itself at one of the two paths.
 */
async function settleRenaming(tree: Tree, entry: JournalEntry): Promise<void> {
  const from = requireChildPath(entry.from.folder, entry.from.name);
  const to = requireChildPath(entry.to.folder, entry.to.name);
  const [before, after] = await Promise.all([entryAt(tree, from), entryAt(tree, to)]);
  const isItem = (there: typeof before) =>
    there !== undefined && there.fingerprint === (entry.item ?? there.fingerprint);
  if (!isItem(before)) {
    if (isItem(after)) return tree.journal.endMoved(entry, entry.from);
    if (before === undefined && (await isGone(tree, entry))) return tree.journal.end(entry);
    throw new NoEvidence();
  }
  if (before !== undefined && after !== undefined && from !== to && !entry.replace) {
    const isSame = before.identity === after.identity;
    if (isSame && before.kind !== 'folder') {
      await tree.driver.move(entry.from, entry.to, { replace: true });
      return tree.journal.endMoved(entry, entry.from);
    }
    if (before.kind === 'folder' && after.kind === 'folder') await removeIfEmpty(tree, to);
  }
  await tree.journal.end(entry);
}

/** Returns true when another program has removed the entry: both folders exist and neither has it. */
async function isGone(tree: Tree, { item, from, to, folderMark }: JournalEntry): Promise<boolean> {
  if (item === undefined) return false;
  return (
    (await provesAbsence(tree.driver, from.folder, folderMark)) &&
    (await entryAt(tree, to.folder)) !== undefined &&
    (await entryAt(tree, requireChildPath(to.folder, to.name))) === undefined
  );
}

async function removeIfEmpty({ driver }: Tree, path: TreePath): Promise<void> {
  try {
    await driver.remove(parentOf(path), nameOf(path));
  } catch {
    // The folder is not empty, so it is not the placeholder.
  }
}
