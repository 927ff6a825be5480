import type { Sorting } from '#contract/files.ts';
import { AppError } from '../../../errors.ts';
import { workerUrl } from '../../../lib/worker-url.ts';
import { WorkerPool } from '../../../lib/worker-pool.ts';
import type {
  FileDescription,
  FolderQuery,
  ListOptions,
  OpenFolder,
  RowGroups,
  SomeRows,
} from '../../folder-listing.ts';
import { LIST_MS } from '../deadlines.ts';
import { closeFolder, HeldDescriptor } from '../held-descriptor.ts';
import { mountWatch } from '../mount-watch.ts';
import type { OpenedFolder } from '../open-found.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { pathOnDisk } from '../root.ts';
import type { Beginning, ListingCalls, ListingWorkerData } from './listing-worker.ts';
import type { FolderTask } from './folder-task.ts';

/** Number of threads that read folders and write the text of replies, so that the main thread does neither. */
const WORKERS = 2;
/** Number of threads for large folders, which take a thousand times as long: small folders never wait for one. */
const LARGE_WORKERS = 2;
/** Number of threads that one mounted file system may occupy. */
const MAX_OF_ONE_MOUNT = 2;

/**
 * An open folder to be read by threads. `keep` is called when a thread begins, and the function that it returns when the thread has ended: the
 * descriptor must stay open until then.
 */
interface OpenTask {
  readonly task: FolderTask;
  keep(): () => void;
}

/** Lists local folders in worker threads. */
export class LocalListing {
  readonly #root: RootDescriptor;
  readonly #small = startPool(WORKERS, { isForLarge: false });
  readonly #large = startPool(LARGE_WORKERS, { isForLarge: true });

  constructor(root: RootDescriptor) {
    this.#root = root;
  }

  /** Returns the folder at `resolvedPath`, which a file worker has opened. Its `close` closes the descriptor. */
  openFolder(
    { fd, stat, isLarge }: OpenedFolder,
    resolvedPath: FolderQuery['resolvedPath'],
  ): OpenFolder {
    const root = this.#root;
    const held = new HeldDescriptor(fd, closeFolder);
    const open = (query: FolderQuery): OpenTask => {
      const { path, resolvedPath: queried, view, sniff } = query;
      return {
        task: { fd, root, path, resolvedPath: queried, view, sniff },
        keep: () => {
          const release = held.keep();
          return () => release();
        },
      };
    };
    return {
      stat,
      isLarge,
      forPrograms: { stdio: fd, realPath: pathOnDisk(root, resolvedPath) },
      list: (query, options) => this.#list(open(query), options),
      listSome: (query, names) => this.#listSome(open(query), names),
      describe: (query, name) => this.#describe(open(query), name),
      close: () => held.close(),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#small.close(), this.#large.close()]);
  }

  #describe(folder: OpenTask, name: string): Promise<FileDescription> {
    return this.#small.run('describe', { task: folder.task, name }, runOptions(folder));
  }

  #listSome(folder: OpenTask, names: readonly string[]): Promise<SomeRows> {
    return this.#small.run('some', { task: folder.task, names }, runOptions(folder));
  }

  async #list(folder: OpenTask, options: ListOptions): Promise<RowGroups[]> {
    try {
      return await this.#listOnce(folder, options);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not-answering') throw error;
      // Usually a mount point in the folder hangs. It is known as silent by now, so it is listed without a system call.
      return this.#listOnce(folder, options);
    }
  }

  async #listOnce(folder: OpenTask, options: ListOptions): Promise<RowGroups[]> {
    if (options.isLarge) return this.#listLarge(folder, options.sorting);
    const beginning = await begin(this.#small, folder, options.sorting);
    if (beginning.kind === 'complete') return [beginning.rows];
    return options.whenLarge(() => this.#listLarge(folder, options.sorting));
  }

  async #listLarge(folder: OpenTask, sorting: Sorting): Promise<RowGroups[]> {
    const beginning = await begin(this.#large, folder, sorting);
    if (beginning.kind === 'large') throw new Error('a thread for large folders refused one');
    if (beginning.kind === 'complete') return [beginning.rows];
    const { task } = folder;
    const { first, second, companions } = beginning;
    return Promise.all(
      [first, second].map((names) => {
        const input = { task, names, companions };
        return this.#large.run('rows', input, {
          transferList: [names.buffer],
          ...runOptions(folder),
        });
      }),
    );
  }
}

function startPool(size: number, data: ListingWorkerData): WorkerPool<ListingCalls> {
  return new WorkerPool<ListingCalls>({
    url: workerUrl(import.meta.url, 'listing-worker'),
    size,
    data,
    mostOfOneKey: MAX_OF_ONE_MOUNT,
    onStall: mountWatch.suspect,
  });
}

function begin(
  pool: WorkerPool<ListingCalls>,
  folder: OpenTask,
  sorting: Sorting,
): Promise<Beginning> {
  return pool.run('begin', { task: folder.task, sorting }, runOptions(folder));
}

/** Returns the options of a call that reads a folder. */
function runOptions({ task, keep }: OpenTask) {
  const key = mountWatch.pointAt(task.root, task.resolvedPath);
  return { key, deadlineMs: LIST_MS, onEnded: keep() };
}
