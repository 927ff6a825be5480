import { type TaskOptions, TaskPool } from '../../../lib/task-pool.ts';
import { workerUrl } from '../../../lib/worker-url.ts';
import type { SearchTask } from '../../tree-search.ts';
import type { TreeWalks } from '../../tree-walks.ts';
import { FLUSH_MS, READ_MS } from '../deadlines.ts';
import { mountWatch } from '../mount-watch.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { CheckTask, WalkTasks } from './walk-worker.ts';

/** Number of threads. One long walk leaves the other threads to short walks; walks on one thread take turns. */
const THREADS = 3;

/** Walks of the local driver, which run in threads. */
export interface LocalWalks extends TreeWalks {
  /** Searches a tree by walking through it. */
  search(task: SearchTask, options: TaskOptions): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** Checks candidates of the index of names, and returns the hits among them. */
  check(task: CheckTask, options: TaskOptions): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Creates the walks through a local root. They have to be closed before the root. */
export function createWalks(root: RootDescriptor): LocalWalks {
  const pool = new TaskPool<WalkTasks>({
    url: workerUrl(import.meta.url, 'walk-worker'),
    size: THREADS,
    data: root,
    onStall: mountWatch.suspect,
  });
  const reading = { deadlineMs: READ_MS };
  // A writing step may include a flush.
  const writing = { deadlineMs: FLUSH_MS };
  return {
    stat: (input) => pool.run('stat', input, { signal: new AbortController().signal, ...reading }),
    findTemporary: (task, options) => pool.run('findTemporary', task, { ...options, ...reading }),
    survey: (task, options) => pool.run('survey', task, { ...options, ...reading }),
    copy: (task, options) => pool.run('copy', task, { ...options, ...writing }),
    merge: (task, options) => pool.run('merge', task, { ...options, ...writing }),
    remove: (task, options) => pool.run('remove', task, { ...options, ...writing }),
    removeCopied: (task, options) => pool.run('removeCopied', task, { ...options, ...writing }),
    list: (task, options) => pool.stream('list', task, { ...options, ...reading }),
    search: (task, options) => pool.stream('search', task, { ...options, ...reading }),
    check: (task, options) => pool.stream('check', task, { ...options, ...reading }),
    close: () => pool.close(),
  };
}
