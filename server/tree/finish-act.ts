import { AppError } from '../errors.ts';
import type { TaskOptions } from '../lib/task-pool.ts';
import type { UnfinishedAct } from '../metadata/unfinished-acts.ts';
import { giveFreeName } from './conflict.ts';
import { removePart } from './hidden-part.ts';
import { placeBelow } from './places.ts';
import { entryAt } from './seen-entry.ts';
import type { Tree } from './tree.ts';
import type { Exceptions } from './walks/walks.ts';

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
export async function finishAct(
  tree: Tree,
  act: UnfinishedAct,
  options: Finishing,
): Promise<Exceptions> {
  try {
    await putInPlace(tree, act, options);
  } catch (error) {
    if (!options.signal.aborted) await giveUp(tree, act, options);
    throw error;
  }
  if (act.kind === 'moving-into') {
    await endMoved(tree, act);
    return NONE;
  }
  try {
    return await removeOriginal(tree, act, options);
  } finally {
    // Also when it fails, for both are whole: were the original removed at some later start, it would surprise.
    if (!options.signal.aborted) await tree.acts.end(act);
  }
}

async function putInPlace(tree: Tree, act: UnfinishedAct, options: Finishing): Promise<void> {
  const { kind, from, to, replace } = act;
  if (kind !== 'publishing') {
    await tree.walks.merge({ from, into: placeBelow(to.folder, to.name) }, options);
    return;
  }
  try {
    await tree.driver.move(from, to, { replace });
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'not-found';
    if (!(isGone && options.resumed)) throw error;
  }
}

async function removeOriginal(
  tree: Tree,
  { original, to }: UnfinishedAct,
  options: TaskOptions,
): Promise<Exceptions> {
  if (original === undefined) return NONE;
  const copy = placeBelow(to.folder, to.name);
  return tree.walks.removeCopied({ entry: original, copy }, options);
}

async function giveUp(tree: Tree, act: UnfinishedAct, options: TaskOptions): Promise<void> {
  const { kind, from, original } = act;
  if (kind === 'moving-into') {
    if (original !== undefined) await giveFreeName(tree, from, original);
    await tree.acts.end(act);
    return;
  }
  await tree.acts.giveUp(act);
  const part = { folder: from.folder, partName: from.name };
  await removePart(tree, part, { signal: options.signal });
}

/** A crash can have come before the folder was hidden: then it has not moved. */
async function endMoved(tree: Tree, act: UnfinishedAct): Promise<void> {
  const { original } = act;
  if (original === undefined) return tree.acts.end(act);
  const before = await entryAt(tree, placeBelow(original.folder, original.name));
  await (before === undefined ? tree.acts.endMoved(act, original) : tree.acts.end(act));
}
