import { AppError } from '../errors.ts';
import type { TaskOptions } from '../lib/task-pool.ts';
import type { JournalEntry } from '../metadata/operation-journal.ts';
import type { EntryRef } from '../storage/driver.ts';
import { carriedByCopy, carriedByMerge } from './carried-shares.ts';
import { isStorageAway, NoEvidence, provesAbsence } from './evidence.ts';
import { giveFreeName } from './conflict.ts';
import { removeTemporaryFile } from './hidden-part.ts';
import { requireChildPath } from './entry-paths.ts';
import { entryAt } from './entry-at.ts';
import type { Tree } from './tree.ts';
import type { Exceptions } from '../storage/walk-outcomes.ts';

const NONE: Exceptions = { count: 0, names: [] };

interface Finishing extends TaskOptions {
  /** After a crash: some of it may have been done already. */
  readonly resumed: boolean;
}

/**
 * Does what is left to do of an act that is behind its point of no return, and strikes it off. Safe to do again. When it
 * fails, the act is given up: a copy is removed, for its original is there still; an original gets its name again.
 * @returns what stays in the place of the original
 */
export async function finishOperation(
  tree: Tree,
  act: JournalEntry,
  options: Finishing,
): Promise<Exceptions> {
  let outcome: Outcome;
  try {
    outcome = await putInPlace(tree, act, options);
  } catch (error) {
    if (!options.signal.aborted && !isStorageAway(error)) await giveUp(tree, act, options);
    throw error;
  }
  if (act.kind === 'moving-into') {
    const { original } = act;
    if (outcome === 'not-begun' || original === undefined) await tree.acts.end(act);
    else await tree.acts.endMoved(act, original);
    return NONE;
  }
  if (outcome === 'gone') {
    await tree.acts.end(act);
    return NONE;
  }
  let removal: 'done' | 'failed' = 'failed';
  try {
    const left = await removeOriginal(tree, act, options);
    removal = 'done';
    return left;
  } finally {
    // Also when it fails, for both are whole: were the original removed at some later start, it would surprise.
    if (!options.signal.aborted) await endCopied(tree, act, removal);
  }
}

/**
 * `in-place`: what was hidden is where it belongs. `not-begun`: the original still has its name. `gone`: what was hidden was removed
 * behind the server's back.
 */
type Outcome = 'in-place' | 'not-begun' | 'gone';

async function putInPlace(tree: Tree, act: JournalEntry, options: Finishing): Promise<Outcome> {
  const { kind, from, to, replace } = act;
  if ((await tree.walks.stat({ entry: from })) === undefined)
    return outcomeWithoutHidden(tree, act);
  if (kind !== 'publishing') {
    await tree.walks.merge({ from, into: requireChildPath(to.folder, to.name) }, options);
    return 'in-place';
  }
  const publish = () => tree.driver.move(from, to, { replace });
  try {
    await publish();
  } catch (error) {
    if (!options.resumed || !(error instanceof AppError)) throw error;
    if (error.code !== 'already-exists' || !(await clearPlaceholder(tree, act))) throw error;
    await publish();
  }
  return 'in-place';
}

/**
 * Nothing has the hidden name any more. That alone proves nothing, for its disk may not be mounted. Evidence is the item at the place
 * where it belongs or where it was, or a folder that is known to be the one that held the hidden name; else NoEvidence.
 */
async function outcomeWithoutHidden(tree: Tree, act: JournalEntry): Promise<Outcome> {
  const { kind, from, to, original, item, folderMark } = act;
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
 * A folder gets its name by taking the place of an empty one, and a crash can have come between the two. Copies without an
 * original to remove are folders; else the original is there still, and tells.
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
    // Something is in it: it is somebody's.
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

async function giveUp(tree: Tree, act: JournalEntry, options: TaskOptions): Promise<void> {
  const { kind, from, original } = act;
  if (kind === 'moving-into') {
    await (original === undefined ? tree.acts.end(act) : giveBack(tree, act, original));
    return;
  }
  await tree.acts.giveUp(act);
  const part = { folder: from.folder, partName: from.name };
  await removeTemporaryFile(tree, part, { signal: options.signal });
}

async function giveBack(tree: Tree, act: JournalEntry, original: EntryRef): Promise<void> {
  const was = requireChildPath(original.folder, original.name);
  const is = await giveFreeName(tree, act.from, original);
  const items = await carriedByMerge(tree, {
    from: was,
    to: requireChildPath(act.to.folder, act.to.name),
  });
  await tree.acts.endGivenBack(act, { from: was, to: is }, items);
}

async function endCopied(tree: Tree, act: JournalEntry, removal: 'done' | 'failed'): Promise<void> {
  const { original, to } = act;
  if (original === undefined) return tree.acts.end(act);
  const move = {
    from: requireChildPath(original.folder, original.name),
    to: requireChildPath(to.folder, to.name),
  };
  await tree.acts.endPlaced(act, await carriedByCopy(tree, move, removal));
}
