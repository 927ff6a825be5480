import { close } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { nameOf, parentOf, ROOT, type TreePath } from '#contract/paths.ts';
import { AppError, revivedError } from '../../errors.ts';
import type { JobFailure } from '../../lib/worker-jobs.ts';
import { workerBeside } from '../../lib/worker-beside.ts';
import { POOL_IS_CLOSED, WorkerPool } from '../../lib/worker-pool.ts';
import type {
  Confines,
  EntryRef,
  EntryStat,
  FileContents,
  FolderDescriptor,
  ListedEntry,
  MoveOutcome,
  NewFileOptions,
  PartFile,
  PartRef,
  PublishOptions,
  Resolution,
  ResolvedAnd,
  RootDescriptor,
  StorageDriver,
  StorageFeatures,
  WriteOptions,
} from '../driver.ts';
import { freshPartName } from '../part-name.ts';
import { isCaseSensitive } from './case-sensitivity.ts';
import type { FileJobs, FileWorkerData, OpenedPart, Written } from './file-jobs.ts';
import type { FileReading, OpenedFolder } from './open-found.ts';
import { FolderFlush } from './folder-flush.ts';
import { closeFolder, HeldDescriptor } from './held-descriptor.ts';
import { listEntries } from './list-entries.ts';
import { LocalOpenFile } from './open-file.ts';
import { LocalPartFile, type PartKeeper } from './part-file.ts';
import { confinesOf } from './resolve.ts';
import { openRoot } from './root.ts';

const closeDescriptor = promisify(close);

/** So many flushes to disk can wait side by side, each holding up its worker. */
const FILE_WORKERS = 4;

/** Maximum time that closing waits for partial uploads to be closed, in milliseconds. */
const CLOSE_LIMIT_MS = 1_000;

/** What waits for no disk as long as the disk is well. */
const QUICK_JOBS: ReadonlySet<keyof FileJobs> = new Set([
  'resolve',
  'resolveFile',
  'resolveFolder',
  'readFile',
  'openFolder',
  'openPart',
  'usage',
]);

export interface LocalDriverOptions {
  /** The served folder; may be reached through links. */
  readonly root: string;
  /**
   * Links that lead out of the root are followed by the kernel, wherever they point to. Whoever can make
   * links in the root then reaches what the process reaches. Links that stay inside are still resolved here.
   */
  readonly followExternalLinks?: boolean;
  /** Permission bits of new files and folders, whatever the umask. */
  readonly fileMode?: number;
  readonly dirMode?: number;
  /** Maximum time that closing waits for partial uploads to be closed, in milliseconds. */
  readonly closeLimitMs?: number;
}

/** Serves a folder of this machine. Throws an AppError for the operator when it cannot be opened. */
export function openLocalDriver(options: LocalDriverOptions): StorageDriver {
  const { root: path, followExternalLinks = false } = options;
  const root = openRoot(path, { followExternalLinks });
  const caseSensitive = isCaseSensitive(root.fd, root.ownPaths[0] ?? path);
  const { fileMode = 0o640, dirMode = 0o750, closeLimitMs = CLOSE_LIMIT_MS } = options;
  const features = { caseSensitive, emptyFolders: true };
  return new LocalDriver({ root, fileMode, dirMode }, { features, closeLimitMs });
}

class LocalDriver implements StorageDriver, PartKeeper {
  readonly features: StorageFeatures;
  readonly root: RootDescriptor;
  readonly #workers: WorkerPool<FileJobs>;
  readonly #flush = new FolderFlush();
  /** The parts that somebody has open. */
  readonly #held = new Set<PartFile>();
  #onNoneHeld = (): void => undefined;
  #closing: Promise<void> | undefined;
  readonly #closeLimitMs: number;

  constructor(
    data: FileWorkerData,
    { features, closeLimitMs }: { features: StorageFeatures; closeLimitMs: number },
  ) {
    this.features = features;
    this.#closeLimitMs = closeLimitMs;
    this.root = data.root;
    const url = workerBeside(import.meta.url, 'file-worker');
    this.#workers = new WorkerPool({ url, size: FILE_WORKERS, data, quick: QUICK_JOBS, toError });
  }

  resolve(path: TreePath, within: TreePath | Confines): Promise<Resolution> {
    return this.#workers.run('resolve', { path, within: confinesOf(within) });
  }

  async *list(folder: TreePath, signal: AbortSignal): AsyncIterable<ListedEntry> {
    signal.throwIfAborted();
    const { fd } = await this.#workers.run('openFolder', folder);
    try {
      yield* listEntries(this.#workers, fd, signal);
    } finally {
      await closeDescriptor(fd);
    }
  }

  async readFile(
    place: TreePath,
    { wholeUpTo }: { readonly wholeUpTo: number },
  ): Promise<FileContents> {
    if (place === ROOT)
      throw new AppError('invalid-request', 'this is not a regular file', {
        refusal: { code: 'not-a-file' },
      });
    const file = { folder: parentOf(place), name: nameOf(place), wholeUpTo };
    return contentsOf(await this.#workers.run('readFile', file));
  }

  async resolveFile(
    path: TreePath,
    within: TreePath | Confines,
    { wholeUpTo }: { readonly wholeUpTo: number },
  ): Promise<ResolvedAnd<FileContents>> {
    const job = { path, within: confinesOf(within), wholeUpTo };
    const { resolution, reading } = await this.#workers.run('resolveFile', job);
    return { resolution, opened: reading && contentsOf(reading) };
  }

  async resolveFolder(
    path: TreePath,
    within: TreePath | Confines,
  ): Promise<ResolvedAnd<FolderDescriptor>> {
    const job = { path, within: confinesOf(within) };
    const { resolution, folder } = await this.#workers.run('resolveFolder', job);
    return { resolution, opened: folder && this.#descriptor(folder) };
  }

  async makeFolder(parent: TreePath, name: string): Promise<EntryStat> {
    return this.#flushed(await this.#workers.run('makeFolder', { folder: parent, name }));
  }

  async writeFile(
    folder: TreePath,
    name: string,
    bytes: Uint8Array,
    options: NewFileOptions,
  ): Promise<EntryStat> {
    // One copy, which then changes hands: sending a view would copy the whole buffer behind it.
    const own = new Uint8Array(bytes);
    const file = { folder, name, bytes: own, options };
    return this.#flushed(await this.#workers.run('writeFile', file, [own.buffer]));
  }

  async createPart(folder: TreePath, partName = freshPartName()): Promise<PartFile> {
    return this.#partFile(folder, await this.#workers.run('createPart', { folder, partName }));
  }

  async openPart(ref: PartRef): Promise<PartFile | undefined> {
    const part = await this.#workers.run('openPart', ref);
    return part && this.#partFile(ref.folder, part);
  }

  removePart(ref: PartRef): Promise<void> {
    return this.#workers.run('removePart', ref);
  }

  async move(from: EntryRef, to: EntryRef, { replace }: PublishOptions): Promise<MoveOutcome> {
    const moving = await this.#workers.run('move', { from, to, replace });
    if (moving.kind === 'other-device') return moving;
    const { kind, stat, unflushed } = moving;
    await Promise.all(unflushed.map((folder) => this.#flush.flush(folder)));
    return { kind, stat };
  }

  remove(parent: TreePath, name: string): Promise<void> {
    return this.#workers.run('remove', { folder: parent, name });
  }

  usage(folder: TreePath): Promise<{ readonly used: number; readonly total: number }> {
    return this.#workers.run('usage', folder);
  }

  async openFolder(folder: TreePath): Promise<FolderDescriptor> {
    return this.#descriptor(await this.#workers.run('openFolder', folder));
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    await this.#untilNoPartIsHeld();
    await this.#workers.close();
    await this.#flush.idle();
    await closeDescriptor(this.root.fd);
  }

  #descriptor({ fd, stat }: OpenedFolder): FolderDescriptor {
    const held = new HeldDescriptor(fd, closeFolder);
    return { fd, root: this.root, stat, close: () => held.close() };
  }

  #partFile(folder: TreePath, { partName, fd, size }: OpenedPart): PartFile {
    const part = new LocalPartFile(this, { folder, partName }, { fd, size });
    this.#held.add(part);
    return part;
  }

  letGo(part: PartFile): void {
    this.#held.delete(part);
    if (this.#held.size === 0) this.#onNoneHeld();
  }

  /** Whoever was cut off in the middle of a body still has to remove what there is of it. */
  async #untilNoPartIsHeld(): Promise<void> {
    if (this.#held.size === 0) return;
    const none = new Promise<void>((resolve) => {
      this.#onNoneHeld = resolve;
    });
    await Promise.race([none, delay(this.#closeLimitMs, undefined, { ref: false })]);
  }

  removeOpenPart(ref: PartRef, fd: number): Promise<boolean> {
    return this.#workers.run('removeOpenPart', { ref, fd });
  }

  async publish(ref: PartRef, fd: number, name: string, options: WriteOptions): Promise<EntryStat> {
    return this.#flushed(await this.#workers.run('publish', { ref, fd, name, options }));
  }

  async #flushed({ stat, unflushed }: Written): Promise<EntryStat> {
    await this.#flush.flush(unflushed);
    return stat;
  }
}

function contentsOf(reading: FileReading): FileContents {
  if (reading.kind === 'whole') return reading;
  const { fd, stat } = reading;
  return { kind: 'open', stat, file: new LocalOpenFile(fd, stat) };
}

function toError(failure: JobFailure): Error {
  if (failure === POOL_IS_CLOSED) return new AppError('shutting-down', 'the server is stopping');
  return revivedError(failure);
}
