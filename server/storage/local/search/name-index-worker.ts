import { workerData } from 'node:worker_threads';
import { serveTasks, type Progress, type Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { fromNodeError } from '../node-error.ts';
import { IncompleteWalk } from '../walks/incomplete-walk.ts';
import { compactNames } from './compact-names.ts';
import { findNames } from './find-names.ts';
import type { NameQuestion } from './name-question.ts';
import { NameStore, type StoreMark } from './name-store.ts';
import { MAX_NAMES, readTree } from './read-names.ts';
import { type FoldersToRead, refreshNames } from './refresh-names.ts';

/** State of an index after it was read. */
export interface IndexFacts {
  readonly names: number;
  readonly isTooLarge: boolean;
  /** True if so many folders have been removed that the index should be rebuilt. */
  readonly needsRebuild: boolean;
  /** Error code, such as EMFILE, if names are missing because the server lacked descriptors or memory; undefined if the index is complete. */
  readonly lacking: string | undefined;
}

/** Input of the task that reads changed folders again. */
export interface RefreshInput extends FoldersToRead {
  /** True if no running search depends on a position in the store. */
  readonly mayCompact: boolean;
}

/** Input of the task that finds names. */
export interface FindInput {
  readonly question: NameQuestion;
  readonly since: StoreMark;
}

// IndexThread starts this worker with the descriptor of its root.
const root = workerData as RootDescriptor;
let kept: NameStore | undefined;
/** See `IndexFacts`. */
let lacking: string | undefined;

const tasks = {
  *build(_: undefined, progress: Progress): Task<IndexFacts> {
    const store = new NameStore();
    const walk = new IncompleteWalk();
    yield* readTree(root, { store, progress, walk });
    kept = store;
    lacking = walk.lacking;
    return factsOf(store);
  },

  *refresh({ mayCompact, ...changed }: RefreshInput, progress: Progress): Task<IndexFacts> {
    const store = requireIndex();
    // The segments that are sealed now. Positions of searches that begin during the refresh are after them, so they can be replaced.
    const sealed = store.segments - 1;
    const walk = new IncompleteWalk();
    yield* refreshNames(root, { store, progress, walk }, changed);
    // Only a comparison of all folders finds what is missing from an earlier reading.
    lacking = walk.lacking ?? (changed.isWhole ? undefined : lacking);
    if (mayCompact) yield* compactNames(store, sealed);
    return factsOf(store);
  },

  find: ({ question, since }: FindInput): Task<StoreMark> =>
    findNames(requireIndex(), question, since),
};
export type NameIndexTasks = typeof tasks;

serveTasks(tasks, fromNodeError);

function requireIndex(): NameStore {
  if (kept === undefined) throw new Error('there is no index in this thread');
  return kept;
}

function factsOf(store: NameStore): IndexFacts {
  const { names, folders } = store;
  return {
    names,
    isTooLarge: names > MAX_NAMES,
    needsRebuild: folders.gone > folders.length / 2 && folders.gone > 1_000,
    lacking,
  };
}
