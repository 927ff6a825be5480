import type { TreePath } from '#contract/paths.ts';
import { workerUrl } from '../../lib/worker-url.ts';
import { type RunOptions, WorkerPool } from '../../lib/worker-pool.ts';
import type { TemporaryFileRef } from '../driver.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { READ_MS, WRITE_MS } from './deadlines.ts';
import { deviceOf } from './entry-stat.ts';
import type { FileCalls, FileWorkerData, OpenedTemporaryFile } from './file-calls.ts';
import { closeFolder } from './held-descriptor.ts';
import { mountWatch } from './mount-watch.ts';
import type { Moving } from './move.ts';
import { closeOnDevice } from './open-file.ts';
import type { RootAtPath } from './root-calls.ts';
import { type FileReading, type OpenedFolder, releaseReading } from './open-found.ts';
import type { HardLinkedFile } from './keep-file.ts';
import type { FoundTrash } from './trash.ts';
import type { UnflushedFolder } from './unflushed.ts';
import { storageNotAnswering } from '../../errors.ts';
import type { Written } from './change-folder.ts';

/** Number of threads. Each is blocked during a flush, so this is also the number of flushes at the same time. */
const FILE_WORKERS = 6;
/** Number of threads that one mounted file system may occupy, so that others still get some while it hangs. */
const MAX_OF_ONE_MOUNT = 4;

/** Calls that rarely wait for a disk and only read; see `quick` of WorkerPoolOptions. */
const QUICK_CALLS: ReadonlySet<keyof FileCalls> = new Set([
  'isRootInPlace',
  'openRootAt',
  'resolve',
  'resolveFile',
  'resolveFolder',
  'readFile',
  'openFolder',
  'openTemporaryFile',
  'usage',
  'requireWritable',
]);
/** Calls with the shorter deadline. */
const READING_CALLS: ReadonlySet<keyof FileCalls> = new Set([
  ...QUICK_CALLS,
  'readNames',
  'readFacts',
]);

type Input<Name extends keyof FileCalls> = Parameters<FileCalls[Name]>[0];
type Result<Name extends keyof FileCalls> = Awaited<
  ReturnType<WorkerPool<Pick<FileCalls, Name>>['run']>
>;

/**
 * The threads of a local driver. A call that hangs in a mounted file system fails after a while, and delays only
 * users of that file system.
 */
export class FileWorkers {
  readonly #pool: WorkerPool<FileCalls>;
  readonly #root: RootDescriptor;
  readonly #unwatch: () => void;

  constructor(data: FileWorkerData) {
    this.#root = data.root;
    this.#unwatch = mountWatch.watch(data.root);
    this.#pool = new WorkerPool<FileCalls>({
      url: workerUrl(import.meta.url, 'file-worker'),
      size: FILE_WORKERS,
      data,
      quick: QUICK_CALLS,
      mostOfOneKey: MAX_OF_ONE_MOUNT,
      onStall: mountWatch.suspect,
      discard: (call, input, result) => this.#discard(call, input, result),
    });
  }

  /** Starts a thread, so that the first call does not wait for one. */
  prepare(): void {
    this.#pool.prepare();
  }

  /**
   * Runs a call in a thread. `path` determines the mount that the call may have to wait for. Rejects with `not-answering` if that mount is
   * silent, or when the deadline has passed.
   */
  run<Name extends keyof FileCalls>(
    path: TreePath,
    call: Name,
    input: Input<Name>,
    options: Pick<RunOptions, 'transferList' | 'onEnded'> = {},
  ): Promise<Result<Name>> {
    const key = mountWatch.pointAt(this.#root, path);
    if (mountWatch.isSilent(key)) {
      options.onEnded?.('not-begun');
      return Promise.reject(storageNotAnswering());
    }
    const deadlineMs = READING_CALLS.has(call) ? READ_MS : WRITE_MS;
    // The pool returns the result type of the call with this name; the compiler cannot derive that from two generics.
    return this.#pool.run(call, input as never, { ...options, key, deadlineMs }) as Promise<
      Result<Name>
    >;
  }

  async close(): Promise<void> {
    this.#unwatch();
    await this.#pool.close();
  }

  /**
   * Removes a temporary file that was created after the deadline. The caller got an error and has deleted its record of the file, so nothing
   * else would remove it. Unlike `run`, this tries while the mount counts as silent.
   */
  #removeLate(file: TemporaryFileRef): void {
    const key = mountWatch.pointAt(this.#root, file.folder);
    void this.#pool.run('removeTemporaryFile', file, { key, deadlineMs: WRITE_MS }).then(
      (folder) => closeUnflushed([folder]),
      () => undefined,
    );
  }

  /** Closes the descriptors in a result that no caller waits for, because the call has ended after its deadline or has run twice. */
  #discard(call: string, input: unknown, result: unknown): void {
    // The pool hands over what these calls were given and have given.
    switch (call as keyof FileCalls) {
      case 'readFile':
        return closeReading(result as FileReading);
      case 'resolveFile':
        return closeReading((result as { reading?: FileReading }).reading);
      case 'openRootAt': {
        const root = result as RootAtPath;
        return root.kind === 'seen' ? closeFolder(root.fd) : undefined;
      }
      case 'openFolder':
      case 'openToWatch':
        return closeFolder((result as Pick<OpenedFolder, 'fd'>).fd);
      case 'resolveFolder': {
        const { folder } = result as { folder?: OpenedFolder };
        return folder && closeFolder(folder.fd);
      }
      case 'openTemporaryFile':
        return closeTemporaryFile(result as OpenedTemporaryFile | undefined);
      case 'createTemporaryFile':
        closeTemporaryFile(result as OpenedTemporaryFile);
        return this.#removeLate(input as TemporaryFileRef);
      case 'makeFolder':
      case 'writeFile':
      case 'publish':
        return closeUnflushed([(result as Written).unflushed]);
      case 'move': {
        const moving = result as Moving;
        return moving.kind === 'other-device' ? undefined : closeUnflushed(moving.unflushed);
      }
      case 'remove':
      case 'removeTemporaryFile':
      case 'openForFlush':
        return closeUnflushed([result as UnflushedFolder | undefined]);
      case 'trashFor':
        return closeUnflushed([(result as FoundTrash | undefined)?.unflushed]);
      case 'keepFile':
        return closeUnflushed([(result as HardLinkedFile | undefined)?.unflushed]);
      case 'removeOpenTemporaryFile':
        return closeUnflushed([(result as { unflushed?: UnflushedFolder }).unflushed]);
      case 'isRootInPlace':
      case 'readFacts':
      case 'readNames':
      case 'requireWritable':
      case 'resolve':
      case 'usage':
      case 'writeMarker':
        return undefined;
    }
  }
}

function closeReading(reading: FileReading | undefined): void {
  if (reading?.kind === 'open') closeFile(reading.fd, deviceOf(reading.stat.identity));
  else if (reading) releaseReading(reading);
}

function closeTemporaryFile(temporaryFile: OpenedTemporaryFile | undefined): void {
  if (temporaryFile !== undefined) closeFile(temporaryFile.fd, deviceOf(temporaryFile.identity));
}

function closeFile(fd: number, device: string): void {
  closeOnDevice(fd, device).catch(() => undefined);
}

function closeUnflushed(folders: readonly ({ readonly fd: number } | undefined)[]): void {
  for (const folder of folders) if (folder !== undefined) closeFolder(folder.fd);
}
