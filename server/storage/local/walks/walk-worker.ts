import { workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../../lib/background-thread.ts';
import { type Progress, serveTasks, type Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { fromNodeError } from '../node-error.ts';
import { copyTree } from './copy-tree.ts';
import { findTemporary } from './find-temporary.ts';
import { listTree } from './list-tree.ts';
import { mergeTree } from './merge-tree.ts';
import { removeCopied } from './remove-copied.ts';
import { type RemoveInput, removeTree } from './remove-tree.ts';
import { statTree } from './stat-tree.ts';
import { surveyTree } from './survey-tree.ts';
import type { Copied, Exceptions, TemporaryEntry, Survey } from '../../walk-outcomes.ts';
import { checkCandidates } from '../search/check-candidates.ts';
import type { Candidates } from '../search/name-question.ts';
import type { SearchTask } from '../../tree-search.ts';
import type {
  CopyTask,
  ListTask,
  MergeTask,
  RemoveCopiedTask,
  SurveyTask,
  FindTemporaryTask,
} from '../../tree-walks.ts';
import { searchWalk } from '../search/search-walk.ts';
import { compileWalkFilter, mayReach } from '../../../policy/walk-filter.ts';
import { treeJson } from '../../replies/tree-json.ts';
import type { EntryRef, EntryStat } from '../../entry.ts';

/** Candidates of the name index to be checked for a search. */
export interface CheckTask {
  readonly task: SearchTask;
  readonly candidates: readonly Candidates[];
}

// createWalks() starts this worker with the descriptor of its root.
const root = workerData as RootDescriptor;

const tasks = {
  stat: ({ entry }: { readonly entry: EntryRef }): Task<EntryStat | undefined> =>
    statTree(root, entry),

  findTemporary: (input: FindTemporaryTask, progress: Progress): Task<TemporaryEntry[]> =>
    findTemporary(root, input, progress),

  survey: ({ filter, ...input }: SurveyTask, progress: Progress): Task<Survey> =>
    surveyTree(root, { ...input, isVisible: compileWalkFilter(filter) }, progress),

  copy({ filter, ...input }: CopyTask, progress: Progress): Task<Copied> {
    const access = { isVisible: compileWalkFilter(filter), mayReach: mayReach(filter.view) };
    return copyTree(root, { ...input, ...access }, progress);
  },

  merge: (input: MergeTask, progress: Progress): Task<void> => mergeTree(root, input, progress),

  remove: (input: RemoveInput, progress: Progress): Task<Exceptions> =>
    removeTree(root, input, progress),

  removeCopied: (input: RemoveCopiedTask, progress: Progress): Task<Exceptions> =>
    removeCopied(root, input, progress),

  list: ({ path, shownAs, filter }: ListTask, progress: Progress): Task<void> =>
    treeJson(listTree(root, { path, isVisible: compileWalkFilter(filter) }, progress), shownAs),

  search: (task: SearchTask, progress: Progress): Task<void> => searchWalk(root, task, progress),

  check: ({ task, candidates }: CheckTask, progress: Progress): Task<void> =>
    checkCandidates(root, task, candidates, progress),
};
export type WalkTasks = typeof tasks;

lowerThreadPriority();
serveTasks(tasks, fromNodeError);
