import type { Sorting } from '#contract/files.ts';
import { revivedError } from '../../errors.ts';
import { workerBeside } from '../../lib/worker-beside.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import type { Description, Encoding, ListingJobs } from './listing-worker.ts';
import type { FolderTask, RowGroups } from './task.ts';

/** Two threads that read folders and write the text of the reply, so that the main thread never does. */
const WORKERS = 2;

export interface ListingPool {
  /** The rows of a folder, in parts that belong one behind the other. */
  list(task: FolderTask, sorting: Sorting): Promise<RowGroups[]>;
  describe(task: FolderTask, name: string): Promise<Description>;
  /** The parts as one compressed body; they are empty afterwards. */
  compress(parts: Uint8Array<ArrayBuffer>[], encoding: Encoding): Promise<Uint8Array>;
  close(): Promise<void>;
}

export function createListingPool(): ListingPool {
  const pool = new WorkerPool<ListingJobs>({
    url: workerBeside(import.meta.url, 'listing-worker'),
    size: WORKERS,
    data: undefined,
    toError: revivedError,
  });
  return {
    async list(task, sorting) {
      const beginning = await pool.run('begin', { task, sorting });
      if (beginning.kind === 'complete') return [beginning.rows];
      const { first, second, companions } = beginning;
      return Promise.all(
        [first, second].map((names) =>
          pool.run('rows', { task, names, companions }, { moved: [names.buffer] }),
        ),
      );
    },
    describe: (task, name) => pool.run('describe', { task, name }),
    compress: (parts, encoding) =>
      pool.run(
        'compress',
        { parts, encoding },
        { moved: parts.map(({ buffer }) => buffer) },
      ),
    close: () => pool.close(),
  };
}
