import { AppError } from '../../errors.ts';
import { TaskPool } from '../../lib/task-pool.ts';
import { workerUrl } from '../../lib/worker-url.ts';
import type { StorageDriver } from '../../storage/driver.ts';
import { FLUSH_MS, READ_MS } from '../../storage/local/deadlines.ts';
import { mountWatch } from '../../storage/local/mount-watch.ts';
import type { WalkTasks } from './walk-worker.ts';
import type { Walks } from './walks.ts';

/** One long walk leaves the other threads to the short ones; on each, walks take turns. */
const THREADS = 3;

/** Has to be closed before the driver. */
export function createWalks({ root }: Pick<StorageDriver, 'root'>): Walks {
  if (root === undefined) {
    throw new AppError('storage-failed', 'this storage has no folders that can be walked through');
  }
  const url = workerUrl(import.meta.url, 'walk-worker');
  const onStall = mountWatch.suspect;
  const pool = new TaskPool<WalkTasks>({
    url,
    size: THREADS,
    data: root,
    onStall,
  });
  const reading = { deadlineMs: READ_MS };
  // They flush what they write.
  const writing = { deadlineMs: FLUSH_MS };
  return {
    stat: (input) => pool.run('stat', input, { signal: new AbortController().signal, ...reading }),
    findHidden: (options) => pool.run('findHidden', undefined, { ...options, ...reading }),
    survey: (input, options) => pool.run('survey', input, { ...options, ...reading }),
    copy: (input, options) => pool.run('copy', input, { ...options, ...writing }),
    merge: (input, options) => pool.run('merge', input, { ...options, ...writing }),
    remove: (input, options) => pool.run('remove', input, { ...options, ...writing }),
    removeCopied: (input, options) => pool.run('removeCopied', input, { ...options, ...writing }),
    list: (input, options) => pool.stream('list', input, { ...options, ...reading }),
    search: (task, options) => pool.stream('search', task, { ...options, ...reading }),
    check: (input, options) => pool.stream('check', input, { ...options, ...reading }),
    close: () => pool.close(),
  };
}
