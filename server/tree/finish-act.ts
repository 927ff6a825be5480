import { isHiddenPart } from '#contract/hidden-parts.ts';
import { AppError } from '../errors.ts';
import type { TaskOptions } from '../lib/task-pool.ts';
import type { UnfinishedAct } from '../metadata/unfinished-acts.ts';
import { removePart } from './hidden-part.ts';
import { placeBelow } from './seen-entry.ts';
import type { Tree } from './tree.ts';
import type { Exceptions } from './walks/walks.ts';

const NONE: Exceptions = { count: 0, names: [] };

export interface Finishing extends TaskOptions {
  /** After a crash: some of it may have been done already. */
  readonly resumed: boolean;
}

/**
 * Does what is left to do of an act that is behind its point of no return, and strikes it off. Safe to do again. When it
 * fails, the act is given up: what lies hidden is removed, for its original is there still.
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
    if (!options.signal.aborted) await abandonAct(tree, act, options);
    throw error;
  }
  try {
    const left = await removeOriginal(tree, act, options);
    await (isMoveIntoFolder(act) ? tree.acts.endMoved(act) : tree.acts.end(act));
    return left;
  } catch (error) {
    // Both are whole: were the original removed at some later start, it would surprise.
    if (!options.signal.aborted) await tree.acts.end(act);
    throw error;
  }
}

function isMoveIntoFolder({ kind, original }: UnfinishedAct): boolean {
  return kind === 'merging' && original === undefined;
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

async function putInPlace(tree: Tree, act: UnfinishedAct, options: Finishing): Promise<void> {
  const { kind, from, to, replace } = act;
  if (kind === 'merging') {
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

async function abandonAct(tree: Tree, act: UnfinishedAct, options: TaskOptions): Promise<void> {
  const { folder, name } = act.from;
  await tree.acts.giveUp(act);
  if (!isHiddenPart(name)) return;
  await removePart(tree, { folder, partName: name }, { signal: options.signal });
}
