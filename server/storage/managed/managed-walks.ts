import type { TaskOptions } from '../../lib/task-pool.ts';
import { compileWalkFilter } from '../../policy/walk-filter.ts';
import { TreeJsonWriter } from '../replies/tree-json.ts';
import type { ListTask, TreeWalks } from '../tree-walks.ts';
import { copyStored } from './copy-stored.ts';
import { findTemporaryStored, presentSize } from './find-temporary-stored.ts';
import { mergeStored } from './merge-stored.ts';
import { removeCopiedStored, removeStored } from './remove-stored.ts';
import { entryOf, folderAt, noneIfMissing, statOf, type StoredTree } from './stored-tree.ts';
import { surveyStored } from './survey-stored.ts';
import { WalkRun } from './walk-run.ts';
import { walkStored } from './walk-stored.ts';

/**
 * Creates the walks through the managed store.
 * @param onRemoved Called when an entry was taken out of the tree, so that its rows and those below it have to be removed
 */
export function createManagedWalks(tree: StoredTree, onRemoved: () => void): TreeWalks {
  return {
    async stat({ entry: ref }) {
      const entry = await entryOf(tree.db.read, ref).catch(noneIfMissing);
      return entry && { ...statOf(entry), size: await presentSize(tree, entry) };
    },
    findTemporary: (task, options) =>
      running(options, (run) => findTemporaryStored(tree, task, run)),
    survey: (task, options) => running(options, (run) => surveyStored(tree, task, run)),
    copy: (task, options) => running(options, (run) => copyStored(tree, task, run)),
    merge: (task, options) => running(options, (run) => mergeStored(tree, task, run)),
    async remove({ entry }, options) {
      const left = await running(options, (run) => removeStored(tree, entry, run));
      onRemoved();
      return left;
    },
    removeCopied: (task, options) => running(options, (run) => removeCopiedStored(tree, task, run)),
    list: (task, options) => listStored(tree, task, options),
  };
}

/** Runs a walk, and reports its final progress and its end. */
async function running<Result>(
  options: TaskOptions,
  work: (run: WalkRun) => Promise<Result>,
): Promise<Result> {
  const run = new WalkRun(options);
  try {
    const result = await work(run);
    run.end();
    return result;
  } finally {
    options.onEnded?.();
  }
}

async function* listStored(
  { db: { read } }: StoredTree,
  { path, shownAs, filter }: ListTask,
  options: TaskOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const run = new WalkRun(options);
  const accepts = compileWalkFilter(filter) ?? (() => true);
  const writer = new TreeJsonWriter(shownAs);
  const start = (await folderAt(read, path)).id;
  if (accepts('')) {
    for await (const { entry, below } of walkStored(read, { start, accepts }, run)) {
      run.entries += 1;
      const chunk = writer.add({ name: entry.name, below, facts: statOf(entry) });
      if (chunk !== undefined) yield chunk;
    }
  }
  yield writer.finish();
}
