import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import { listStrayParts, type StrayPart } from '../metadata/stray-parts.ts';
import { listJournalEntries, type JournalEntry } from '../metadata/operation-journal.ts';
import { isStorageAway, NoEvidence, provesAbsence } from './evidence.ts';
import { finishOperation } from './finish-operation.ts';
import { removeTemporaryFile } from './hidden-part.ts';
import { operationId, temporaryFileId, type Unrecovered } from './journal.ts';
import type { Claim } from './path-locks.ts';
import { requireChildPath } from './entry-paths.ts';
import { entryAt } from './entry-at.ts';
import type { Tree } from './tree.ts';

/** One journal entry that was not completed, with its paths claimed. */
interface Interrupted {
  readonly id: string;
  readonly about: object;
  readonly release: () => void;
  recover(): Promise<void>;
}

/**
 * Claims the paths of all operations that were interrupted by a crash, and resolves with what recovers them: it finishes them where
 * nothing can be lost by that, and else removes what they have left. Requests that would change the claimed paths are refused with
 * `locked` meanwhile. An entry is struck only when there is evidence that its work is done; otherwise it is kept for the next time,
 * and returned. Safe to run twice. One that fails does not keep the others from being recovered.
 */
export async function prepareRecovery(
  tree: Tree,
  db: Database,
  log: Logger,
): Promise<(signal: AbortSignal) => Promise<readonly Unrecovered[]>> {
  const controller = new AbortController();
  const interrupted = await claimInterrupted(tree, db, controller.signal);
  return async (signal) => {
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
    if (signal.aborted) controller.abort(signal.reason);
    let unrecovered: readonly Unrecovered[] = [];
    try {
      await tree.sharedItems.resume(async () => {
        unrecovered = await recoverAll(interrupted, log, signal);
      });
    } catch (err) {
      if (!signal.aborted) log.warn({ err }, 'shares of interrupted operations not checked');
    } finally {
      for (const { release } of interrupted) release();
    }
    return unrecovered;
  };
}

async function claimInterrupted(
  tree: Tree,
  db: Database,
  signal: AbortSignal,
): Promise<Interrupted[]> {
  const interrupted: Interrupted[] = [];
  const add = (claims: readonly Claim[], entry: Omit<Interrupted, 'release'>) => {
    // Undefined for an operation of this process that is still running.
    const release = tree.locks.recover(claims);
    if (release !== undefined) interrupted.push({ ...entry, release });
  };
  // The operations first: one that is given up leaves a temporary file.
  for (const act of await listJournalEntries(db.read)) {
    const { kind, from, to, original } = act;
    const claims = [from, to, original].flatMap((entry) => (entry ? [exclusive(entry)] : []));
    const id = operationId(act);
    add(claims, { id, about: { kind, from, to }, recover: () => settle(tree, act, signal) });
  }
  for (const part of await listStrayParts(db.read)) {
    if (tree.parts.isInUse(part)) continue;
    const claims = [exclusive({ folder: part.folder, name: part.partName })];
    add(claims, {
      id: temporaryFileId(part),
      about: part,
      recover: () => clear(tree, part, signal),
    });
  }
  return interrupted;
}

function exclusive({ folder, name }: { readonly folder: TreePath; readonly name: string }): Claim {
  return { path: requireChildPath(folder, name), access: 'exclusive' };
}

async function recoverAll(
  interrupted: readonly Interrupted[],
  log: Logger,
  signal: AbortSignal,
): Promise<Unrecovered[]> {
  const unrecovered: Unrecovered[] = [];
  for (const { id, about, recover, release } of interrupted) {
    signal.throwIfAborted();
    try {
      await recover();
      log.info(about, 'interrupted operation recovered');
    } catch (err) {
      if (signal.aborted) throw err;
      unrecovered.push({ id, reason: err instanceof Error ? err.message : String(err) });
      if (isStorageAway(err)) log.warn({ err, ...about }, 'interrupted operation kept');
      else log.warn({ err, ...about }, 'interrupted operation not recovered');
    } finally {
      release();
    }
  }
  return unrecovered;
}

async function clear(tree: Tree, part: StrayPart, signal: AbortSignal): Promise<void> {
  const left = await removeTemporaryFile(tree, part, { signal });
  if (left.count > 0) throw new Error(`${left.count} entries cannot be removed`);
}

async function settle(tree: Tree, act: JournalEntry, signal: AbortSignal): Promise<void> {
  if (act.kind === 'renaming') await settleRenaming(tree, act);
  else await finishOperation(tree, act, { signal, resumed: true });
}

/**
 * A new name is given in one step, or in two: a file may have both names between them, and a folder's new name may be
 * that of an empty one. Then the renaming is finished, or has not begun. Evidence is the item itself at one of the two places.
 */
async function settleRenaming(tree: Tree, act: JournalEntry): Promise<void> {
  const from = requireChildPath(act.from.folder, act.from.name);
  const to = requireChildPath(act.to.folder, act.to.name);
  const [before, after] = await Promise.all([entryAt(tree, from), entryAt(tree, to)]);
  const isItem = (there: typeof before) =>
    there !== undefined && there.fingerprint === (act.item ?? there.fingerprint);
  if (!isItem(before)) {
    if (isItem(after)) return tree.acts.endMoved(act, act.from);
    if (before === undefined && (await isGone(tree, act))) return tree.acts.end(act);
    throw new NoEvidence();
  }
  if (before !== undefined && after !== undefined && from !== to && !act.replace) {
    const isSame = before.identity === after.identity;
    if (isSame && before.kind !== 'folder') {
      await tree.driver.move(act.from, act.to, { replace: true });
      return tree.acts.endMoved(act, act.from);
    }
    if (before.kind === 'folder' && after.kind === 'folder') await removeIfEmpty(tree, to);
  }
  await tree.acts.end(act);
}

/** Whether the item was removed behind the server's back: it is missing from both of the folders, which are there. */
async function isGone(tree: Tree, { item, from, to, folderMark }: JournalEntry): Promise<boolean> {
  if (item === undefined) return false;
  return (
    (await provesAbsence(tree.driver, from.folder, folderMark)) &&
    (await entryAt(tree, to.folder)) !== undefined &&
    (await entryAt(tree, requireChildPath(to.folder, to.name))) === undefined
  );
}

async function removeIfEmpty({ driver }: Tree, place: TreePath): Promise<void> {
  try {
    await driver.remove(parentOf(place), nameOf(place));
  } catch {
    // Something is in it: it is somebody's.
  }
}
