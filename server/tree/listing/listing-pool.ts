import type { Sorting } from '#contract/files.ts';
import { AppError } from '../../errors.ts';
import { workerUrl } from '../../lib/worker-url.ts';
import { WorkerPool } from '../../lib/worker-pool.ts';
import { LIST_MS } from '../../storage/local/deadlines.ts';
import { mountWatch } from '../../storage/local/mount-watch.ts';
import type {
  Description,
  Encoding,
  ListingJobs,
  ListingWorkerData,
  Beginning,
} from './listing-worker.ts';
import type { FolderTask, RowGroups } from './task.ts';

/** Threads that read folders and write the text of the reply, so that the main thread never does. */
const WORKERS = 2;
/** As many read large folders, which take a thousand times as long: nobody's small folder waits for one. */
const LARGE_WORKERS = 2;
/** Threads that one mounted file system may occupy. */
const MOST_OF_ONE_MOUNT = 2;
/** Bytes; compressing more belongs on the threads for large folders. */
const LARGE_BYTES = 1024 * 1024;

/** A folder that is read by threads. `keep` is called for each of them, and what it returns when that one has ended. */
export interface OpenTask {
  readonly task: FolderTask;
  keep(): () => void;
}

export interface ListOptions {
  readonly sorting: Sorting;
  /** The folder tells that it is large. */
  readonly isLarge: boolean;
  /** Does the rest of the work for a folder that proves to be large only when it is read. */
  whenLarge(work: () => Promise<RowGroups[]>): Promise<RowGroups[]>;
}

export interface ListingPool {
  /** The rows of a folder, in parts that belong one behind the other. */
  list(folder: OpenTask, options: ListOptions): Promise<RowGroups[]>;
  describe(folder: OpenTask, name: string): Promise<Description>;
  /** The parts as one compressed body; they are empty afterwards. */
  compress(parts: Uint8Array<ArrayBuffer>[], encoding: Encoding): Promise<Uint8Array>;
  close(): Promise<void>;
}

export function createListingPool(): ListingPool {
  const small = startPool(WORKERS, { isForLarge: false });
  const large = startPool(LARGE_WORKERS, { isForLarge: true });

  async function listOnce(folder: OpenTask, options: ListOptions): Promise<RowGroups[]> {
    if (options.isLarge) return listLarge(folder, options.sorting);
    const beginning = await begin(small, folder, options.sorting);
    if (beginning.kind === 'complete') return [beginning.rows];
    return options.whenLarge(() => listLarge(folder, options.sorting));
  }

  async function listLarge(folder: OpenTask, sorting: Sorting): Promise<RowGroups[]> {
    const beginning = await begin(large, folder, sorting);
    if (beginning.kind === 'large') throw new Error('a thread for large folders refused one');
    if (beginning.kind === 'complete') return [beginning.rows];
    const { task } = folder;
    const { first, second, companions } = beginning;
    return Promise.all(
      [first, second].map((names) => {
        const input = { task, names, companions };
        return large.run('rows', input, { transferList: [names.buffer], ...about(folder) });
      }),
    );
  }

  return {
    async list(folder, options) {
      try {
        return await listOnce(folder, options);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'not-answering') throw error;
        // Mostly a mount point in it that hangs. By now that is known, and it is shown without being looked at.
        return listOnce(folder, options);
      }
    },
    describe: (folder, name) => small.run('describe', { task: folder.task, name }, about(folder)),
    compress(parts, encoding) {
      const bytes = parts.reduce((sum, { length }) => sum + length, 0);
      const pool = bytes > LARGE_BYTES ? large : small;
      return pool.run(
        'compress',
        { parts, encoding },
        { transferList: parts.map(({ buffer }) => buffer) },
      );
    },
    async close() {
      await Promise.all([small.close(), large.close()]);
    },
  };
}

function startPool(size: number, data: ListingWorkerData): WorkerPool<ListingJobs> {
  return new WorkerPool<ListingJobs>({
    url: workerUrl(import.meta.url, 'listing-worker'),
    size,
    data,
    mostOfOneKey: MOST_OF_ONE_MOUNT,
    onStall: mountWatch.suspect,
  });
}

function begin(
  pool: WorkerPool<ListingJobs>,
  folder: OpenTask,
  sorting: Sorting,
): Promise<Beginning> {
  return pool.run('begin', { task: folder.task, sorting }, about(folder));
}

function about({ task, keep }: OpenTask) {
  const key = mountWatch.pointAt(task.root, task.place);
  return { key, deadlineMs: LIST_MS, onEnded: keep() };
}
