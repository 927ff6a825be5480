import { workerData } from 'node:worker_threads';
import { serveTasks, type Progress, type Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { fromNodeError } from '../node-error.ts';
import { compactNames } from './compact-names.ts';
import { findNames } from './find-names.ts';
import type { NameQuestion } from './name-question.ts';
import type { NameStore, StoreMark } from './name-store.ts';
import { MOST_NAMES, readTree } from './read-names.ts';
import { type ChangedPlaces, refreshNames } from './refresh-names.ts';

/** How an index is after it was read. */
export interface IndexFacts {
  readonly names: number;
  readonly isTooLarge: boolean;
  /** So many folders are gone that it had better be read anew. */
  readonly isWornOut: boolean;
}

export interface RefreshInput extends ChangedPlaces {
  /** Nobody has taken a mark that they still need. */
  readonly mayCompact: boolean;
}

export interface FindInput {
  readonly question: NameQuestion;
  readonly since: StoreMark;
}

// The index hands over exactly this.
const root = workerData as RootDescriptor;
let kept: NameStore | undefined;

const tasks = {
  *build(_: undefined, progress: Progress): Task<IndexFacts> {
    const store = yield* readTree(root, progress);
    kept = store;
    return factsOf(store);
  },

  *refresh({ mayCompact, ...changed }: RefreshInput, progress: Progress): Task<IndexFacts> {
    const store = theIndex();
    // What is sealed by now: marks that are taken from here on lie behind it.
    const sealed = store.segments - 1;
    yield* refreshNames(root, store, changed, progress);
    if (mayCompact) yield* compactNames(store, sealed);
    return factsOf(store);
  },

  find: ({ question, since }: FindInput): Task<StoreMark> => findNames(theIndex(), question, since),
};
export type NameIndexTasks = typeof tasks;

serveTasks(tasks, fromNodeError);

function theIndex(): NameStore {
  if (kept === undefined) throw new Error('there is no index in this thread');
  return kept;
}

function factsOf(store: NameStore): IndexFacts {
  const { names, folders } = store;
  return {
    names,
    isTooLarge: names > MOST_NAMES,
    isWornOut: folders.gone > folders.length / 2 && folders.gone > 1_000,
  };
}
