import { AppError } from '../errors.ts';
import type { TaskOptions } from '../lib/task-pool.ts';
import type { JournalEntry } from '../metadata/operation-journal.ts';
import { carriedByCopy, carriedByMerge } from './carried-shares.ts';
import { isStorageAway, NoEvidence, provesAbsence } from './evidence.ts';
import { giveFreeName } from './conflict.ts';
import { removeTemporaryFile } from './temporary-entry.ts';
import { requireChildPath } from './entry-paths.ts';
import { entryAt } from './entry-at.ts';
import type { Tree } from './tree.ts';
import type { Exceptions } from '../storage/walk-outcomes.ts';
import type { EntryRef } from '../storage/entry.ts';

const NONE: Exceptions = { count: 0, names: [] };

interface Finishing extends TaskOptions {
  /** True after a crash, when parts of the operation may be complete already. */
  readonly resumed: boolean;
}

/**
 * Completes an operation that has passed its point of no return, and ends its journal entry. Safe to repeat. When it fails, the operation
 * is given up: a copy is removed, because its original still exists, and a hidden original gets its name again. Returns the entries that
 * are left at the path of the original.
 */
export async function finishOperation(
  tree: Tree,
  entry: JournalEntry,
  options: Finishing,
): Promise<Exceptions> {
  let outcome: Outcome;
  try {
    outcome = await putInPlace(tree, entry, options);
  } catch (error) {
    if (!options.signal.aborted && !isStorageAway(error)) await giveUp(tree, entry, options);
    throw error;
  }
  if (entry.kind === 'moving-into') {
    const { original } = entry;
    if (outcome === 'not-begun' || original === undefined) await tree.journal.end(entry);
    else await tree.journal.endMoved(entry, original);
    return NONE;
  }
  if (outcome === 'gone') {
    await tree.journal.end(entry);
    return NONE;
  }
  let removal: 'done' | 'failed' = 'failed';
  try {
    const left = await removeOriginal(tree, entry, options);
    removal = 'done';
    return left;
  } finally {
    // Also after a failure, because both copies are complete, and users do not expect a later start to remove the
    // original.
    if (!options.signal.aborted) await endCopied(tree, entry, removal);
  }
}

/**
 * `in-place`: the hidden entry has been published. `not-begun`: the original still has its name. `gone`: another program has removed the
 * hidden entry.
 */
type Outcome = 'in-place' | 'not-begun' | 'gone';

async function putInPlace(tree: Tree, entry: JournalEntry, options: Finishing): Promise<Outcome> {
  const { kind, from, to, replace } = entry;
  if ((await tree.walks.stat({ entry: from })) === undefined)
    return outcomeWithoutHidden(tree, entry);
  if (kind !== 'publishing') {
    await tree.walks.merge({ from, into: requireChildPath(to.folder, to.name) }, options);
    return 'in-place';
  }
  const publish = () => tree.driver.move(from, to, { replace });
  try {
    await publish();
  } catch (error) {
    if (!options.resumed || !(error instanceof AppError)) throw error;
    if (error.code !== 'already-exists' || !(await clearPlaceholder(tree, entry))) throw error;
    await publish();
  }
  return 'in-place';
}

/**
 * Returns the outcome when the hidden name does not exist any more. That alone proves nothing, because its disk may not be mounted.
 * Evidence is the entry at its new or old path, or the folder that held the hidden name. Throws `NoEvidence` without either.
 */
async function outcomeWithoutHidden(tree: Tree, entry: JournalEntry): Promise<Outcome> {
  const { kind, from, to, original, item, folderMark } = entry;
  if (kind === 'publishing') {
    const there = await entryAt(tree, requireChildPath(to.folder, to.name));
    if (there !== undefined && there.fingerprint === (item ?? there.fingerprint)) return 'in-place';
    if (await provesAbsence(tree.driver, from.folder, folderMark)) return 'gone';
    throw new NoEvidence();
  }
  if (kind === 'moving-into' && original !== undefined) {
    const before = await entryAt(tree, requireChildPath(original.folder, original.name));
    if (before !== undefined && before.fingerprint === (item ?? before.fingerprint))
      return 'not-begun';
  }
  // A merge removes the hidden folder last, when it is empty.
  if (await provesAbsence(tree.driver, from.folder, folderMark)) return 'in-place';
  throw new NoEvidence();
}

/**
 * Removes the empty folder that reserves the name of a folder, if a crash has left it. Copies without an original to
 * remove are folders; otherwise the original, which still exists, has the kind of the copy.
 */
async function clearPlaceholder(
  tree: Tree,
  { to, original }: JournalEntry,
): Promise<'cleared' | undefined> {
  const source =
    original && (await entryAt(tree, requireChildPath(original.folder, original.name)));
  const target = await entryAt(tree, requireChildPath(to.folder, to.name));
  if ((source ?? target)?.kind !== 'folder' || target?.kind !== 'folder') return undefined;
  try {
    await tree.driver.remove(to.folder, to.name);
    return 'cleared';
  } catch {
    // The folder is not empty, so it does not reserve a name.
    return undefined;
  }
}

async function removeOriginal(
  tree: Tree,
  { original, to }: JournalEntry,
  options: TaskOptions,
): Promise<Exceptions> {
  if (original === undefined) return NONE;
  const copy = requireChildPath(to.folder, to.name);
  return tree.walks.removeCopied({ entry: original, copy }, options);
}

async function giveUp(tree: Tree, entry: JournalEntry, options: TaskOptions): Promise<void> {
  const { kind, from, original } = entry;
  if (kind === 'moving-into') {
    await (original === undefined ? tree.journal.end(entry) : giveBack(tree, entry, original));
    return;
  }
  await tree.journal.giveUp(entry);
  const part = { folder: from.folder, partName: from.name };
  await removeTemporaryFile(tree, part, { signal: options.signal });
}

async function giveBack(tree: Tree, entry: JournalEntry, original: EntryRef): Promise<void> {
  const was = requireChildPath(original.folder, original.name);
  const is = await giveFreeName(tree, entry.from, original);
  const items = await carriedByMerge(tree, {
    from: was,
    to: requireChildPath(entry.to.folder, entry.to.name),
  });
  await tree.journal.endGivenBack(entry, { from: was, to: is }, items);
}

async function endCopied(
  tree: Tree,
  entry: JournalEntry,
  removal: 'done' | 'failed',
): Promise<void> {
  const { original, to } = entry;
  if (original === undefined) return tree.journal.end(entry);
  const move = {
    from: requireChildPath(original.folder, original.name),
    to: requireChildPath(to.folder, to.name),
  };
  await tree.journal.endPlaced(entry, await carriedByCopy(tree, move, removal));
}
