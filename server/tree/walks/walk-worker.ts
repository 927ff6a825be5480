import { workerData } from 'node:worker_threads';
import type { TreePath } from '#contract/paths.ts';
import { type Progress, serveTasks, type Task } from '../../lib/serve-tasks.ts';
import type { EntryRef, EntryStat, RootDescriptor } from '../../storage/driver.ts';
import { fromNodeError } from '../../storage/local/node-error.ts';
import { copyTree } from '../../storage/local/walks/copy-tree.ts';
import { findHidden } from '../../storage/local/walks/find-hidden.ts';
import { listTree } from '../../storage/local/walks/list-tree.ts';
import { mergeTree, type MergeInput } from '../../storage/local/walks/merge-tree.ts';
import { removeCopied, type RemoveCopiedInput } from '../../storage/local/walks/remove-copied.ts';
import { type RemoveInput, removeTree } from '../../storage/local/walks/remove-tree.ts';
import { statTree } from '../../storage/local/walks/stat-tree.ts';
import { surveyTree } from '../../storage/local/walks/survey-tree.ts';
import type { Exceptions, HiddenEntry, Survey } from '../../storage/walk-outcomes.ts';
import { checkCandidates } from '../search/check-candidates.ts';
import type { CandidateNames, SearchTask } from '../search/search-task.ts';
import { searchWalk } from '../search/search-walk.ts';
import { judgeOf, mayReach } from './judge.ts';
import { treeJson } from './tree-json.ts';
import type { Judged } from './judged.ts';

export interface StatTask {
  readonly entry: EntryRef;
}

export interface SurveyTask {
  readonly entry: EntryRef;
  readonly judged: Judged;
  readonly refused: 'fails' | 'is-passed-over';
  readonly mergesInto?: TreePath | undefined;
}

export interface CopyTask {
  readonly from: EntryRef;
  readonly to: EntryRef;
  readonly finalPlace: TreePath;
  readonly scope: TreePath;
  readonly judged: Judged;
  readonly durable: boolean;
}

export interface ListTask {
  readonly place: TreePath;
  readonly shownAs: TreePath;
  readonly judged: Judged;
}

export interface CheckTask {
  readonly task: SearchTask;
  readonly candidates: readonly CandidateNames[];
}

// The pool hands over exactly this.
const root = workerData as RootDescriptor;

const tasks = {
  stat: ({ entry }: StatTask): Task<EntryStat | undefined> => statTree(root, entry),

  findHidden: (_: undefined, progress: Progress): Task<HiddenEntry[]> => findHidden(root, progress),

  survey: ({ judged, ...input }: SurveyTask, progress: Progress): Task<Survey> =>
    surveyTree(root, { ...input, judge: judgeOf(judged) }, progress),

  copy({ judged, ...input }: CopyTask, progress: Progress): Task<Exceptions> {
    const sight = { judge: judgeOf(judged), mayReach: mayReach(judged.view) };
    return copyTree(root, { ...input, ...sight }, progress);
  },

  merge: (input: MergeInput, progress: Progress): Task<void> => mergeTree(root, input, progress),

  remove: (input: RemoveInput, progress: Progress): Task<Exceptions> =>
    removeTree(root, input, progress),

  removeCopied: (input: RemoveCopiedInput, progress: Progress): Task<Exceptions> =>
    removeCopied(root, input, progress),

  list: ({ place, shownAs, judged }: ListTask, progress: Progress): Task<void> =>
    treeJson(listTree(root, { place, judge: judgeOf(judged) }, progress), shownAs),

  search: (task: SearchTask, progress: Progress): Task<void> => searchWalk(root, task, progress),

  check: ({ task, candidates }: CheckTask, progress: Progress): Task<void> =>
    checkCandidates(root, task, candidates, progress),
};
export type WalkTasks = typeof tasks;

serveTasks(tasks, fromNodeError);
