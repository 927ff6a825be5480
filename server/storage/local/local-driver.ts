import type { ChecksumAlgorithm } from '#contract/files.ts';
import { nameOf, parentOf, ROOT, type TreePath } from '#contract/paths.ts';
import { closeAll } from '../../lib/close-all.ts';
import { isShared } from '../../lib/shared-buffers.ts';
import {
  type Checksums,
  type Confines,
  type DiskUsage,
  type FileContents,
  type ListedEntry,
  type MoveOutcome,
  type NewFileOptions,
  type TemporaryFile,
  type TemporaryFileRef,
  type PublishOptions,
  type ReadOptions,
  type Resolution,
  type ResolvedAnd,
  type StorageDriver,
  type StorageFeatures,
} from '../driver.ts';
import { type RootDescriptor, rootFd } from './root-descriptor.ts';
import type { OpenFolder } from '../folder-listing.ts';
import type { FolderListener, FolderWatcher } from '../folder-watcher.ts';
import { LocalArchives } from './archives/local-archives.ts';
import { checksumsOfBytes, LocalChecksums } from './checksums/local-checksums.ts';
import { LocalListing } from './listing/local-listing.ts';
import { type IndexOptions, LocalSearch } from './search/local-search.ts';
import { createWalks, type LocalWalks } from './walks/local-walks.ts';
import { isCaseSensitive } from './case-sensitivity.ts';
import type { FileWorkerData } from './file-calls.ts';
import { FileWorkers } from './file-workers.ts';
import { type FileReading, releaseReading } from './open-found.ts';
import { FolderFlush } from './folder-flush.ts';
import { closeFolder, HeldDescriptor } from './held-descriptor.ts';
import { listEntries } from './list-entries.ts';
import { mountWatch } from './mount-watch.ts';
import { LocalOpenFile } from './open-file.ts';
import { LocalTemporaryFiles } from './local-temporary-files.ts';
import { confinesOf } from '../confines.ts';
import { LocalRootKeeper } from './local-root-keeper.ts';
import { openRoot } from './root.ts';
import { watchFolder } from './watch-folder.ts';
import { statOf, withDescriptor } from './descriptors.ts';
import type { EntryRef, EntryStat } from '../entry.ts';
import { notAFile } from '../driver-errors.ts';

/** Maximum size of a file that is hashed on the main thread, because it is read in one step. Bytes. */
const HASHED_AT_ONCE_BYTES = 64 * 1024;
/** Maximum time that closing waits for partial uploads to be closed, in milliseconds. */
const CLOSE_LIMIT_MS = 1_000;

export interface LocalDriverOptions {
  /** The served folder. Its path may contain symlinks. */
  readonly root: string;
  /**
   * Lets the kernel follow symlinks that lead out of the root, wherever they point. Users who can create symlinks in
   * the root then reach everything that the process can. Symlinks that stay inside are still resolved by the driver.
   */
  readonly followExternalSymlinks?: boolean;
  /** Accepts a missing root. `keeper` opens it once it is mounted. */
  readonly mayBeMissing?: boolean;
  /** Permission bits of new files and folders, regardless of the umask. */
  readonly fileMode?: number;
  readonly dirMode?: number;
  /** Maximum time that closing waits for partial uploads to be closed, in milliseconds. */
  readonly closeLimitMs?: number;
  /** Options of the name index. Without them, searches walk the tree. */
  readonly index?: IndexOptions | undefined;
}

/** Opens a driver for a folder of this machine. Throws an AppError for the operator if the folder cannot be opened. */
export function openLocalDriver(options: LocalDriverOptions): LocalDriver {
  const { root: path, followExternalSymlinks = false, mayBeMissing = false } = options;
  const root = openRoot(path, { followExternalSymlinks, mayBeMissing });
  const { fileMode = 0o640, dirMode = 0o750, closeLimitMs = CLOSE_LIMIT_MS, index } = options;
  return new LocalDriver({ root, fileMode, dirMode }, { closeLimitMs, index });
}

/** The storage driver for a folder of this machine. Threads do the work that may block. */
export class LocalDriver implements StorageDriver {
  readonly features: StorageFeatures;
  readonly root: RootDescriptor;
  readonly keeper: LocalRootKeeper;
  readonly walks: LocalWalks;
  readonly search: LocalSearch;
  readonly archives: LocalArchives;
  readonly #listing: LocalListing;
  readonly #checksums = new LocalChecksums();
  readonly #workers: FileWorkers;
  readonly #flush = new FolderFlush();
  readonly #temporaryFiles: LocalTemporaryFiles;
  #closing: Promise<void> | undefined;

  constructor(
    data: FileWorkerData,
    {
      closeLimitMs,
      index,
    }: { readonly closeLimitMs: number; readonly index: IndexOptions | undefined },
  ) {
    const { root } = data;
    this.root = root;
    let caseSensitive = detectCaseSensitivity(root);
    this.features = {
      get caseSensitive() {
        return caseSensitive;
      },
    };
    this.#workers = new FileWorkers(data);
    this.#temporaryFiles = new LocalTemporaryFiles(
      { workers: this.#workers, flush: this.#flush, checksums: this.#checksums },
      closeLimitMs,
    );
    this.#listing = new LocalListing(root);
    this.walks = createWalks(root);
    this.search = new LocalSearch({ root, driver: this, walks: this.walks }, index);
    this.archives = new LocalArchives(root);
    this.keeper = new LocalRootKeeper(root, this.#workers, () => {
      caseSensitive = detectCaseSensitivity(root);
    });
  }

  /** Begins to start what the first operation needs, and returns at once. */
  prepare(): void {
    this.#workers.prepare();
  }

  resolve(path: TreePath, within: TreePath | Confines): Promise<Resolution> {
    return this.#workers.run(path, 'resolve', { path, within: confinesOf(within) });
  }

  async *list(folder: TreePath, signal: AbortSignal): AsyncIterable<ListedEntry> {
    signal.throwIfAborted();
    const { fd } = await this.#workers.run(folder, 'openFolder', folder);
    const held = new HeldDescriptor(fd, closeFolder);
    try {
      yield* listEntries(this.#workers, { path: folder, held }, signal);
    } finally {
      await held.close();
    }
  }

  async readFile(
    path: TreePath,
    { wholeUpTo }: { readonly wholeUpTo: number },
  ): Promise<LocalContents> {
    if (path === ROOT) throw notAFile();
    const file = { folder: parentOf(path), name: nameOf(path), wholeUpTo };
    return contentsOf(await this.#workers.run(path, 'readFile', file));
  }

  async resolveFile(
    path: TreePath,
    within: TreePath | Confines,
    { wholeUpTo, isReleased = false }: ReadOptions,
  ): Promise<ResolvedAnd<FileContents>> {
    const call = { path, within: confinesOf(within), wholeUpTo, isReleased };
    const { resolution, reading } = await this.#workers.run(path, 'resolveFile', call);
    return { resolution, opened: reading && contentsOf(reading) };
  }

  async resolveFolder(
    path: TreePath,
    within: TreePath | Confines,
  ): Promise<ResolvedAnd<OpenFolder>> {
    const call = { path, within: confinesOf(within) };
    const { resolution, folder } = await this.#workers.run(path, 'resolveFolder', call);
    const openedPath = resolution.kind === 'found' ? resolution.path : path;
    return { resolution, opened: folder && this.#listing.openFolder(folder, openedPath) };
  }

  requireWritable(folder: TreePath): Promise<void> {
    return this.#workers.run(folder, 'requireWritable', folder);
  }

  async makeFolder(parent: TreePath, name: string): Promise<EntryStat> {
    return this.#flush.flushed(
      await this.#workers.run(parent, 'makeFolder', { folder: parent, name }),
    );
  }

  async writeFile(
    folder: TreePath,
    name: string,
    bytes: Uint8Array,
    options: NewFileOptions,
  ): Promise<EntryStat> {
    // Copies the bytes once and transfers the copy: sending a view would copy its whole underlying buffer.
    const own = new Uint8Array(bytes);
    const file = { folder, name, bytes: own, options };
    const transferList = [own.buffer];
    return this.#flush.flushed(
      await this.#workers.run(folder, 'writeFile', file, { transferList }),
    );
  }

  createTemporaryFile(folder: TreePath, partName?: string): Promise<TemporaryFile> {
    return this.#temporaryFiles.create(folder, partName);
  }

  openTemporaryFile(ref: TemporaryFileRef): Promise<TemporaryFile | undefined> {
    return this.#temporaryFiles.open(ref);
  }

  removeTemporaryFile(ref: TemporaryFileRef): Promise<void> {
    return this.#temporaryFiles.remove(ref);
  }

  async move(from: EntryRef, to: EntryRef, { replace }: PublishOptions): Promise<MoveOutcome> {
    const moving = await this.#workers.run(from.folder, 'move', { from, to, replace });
    if (moving.kind === 'other-device') return moving;
    const { kind, stat, unflushed } = moving;
    await Promise.all(unflushed.map((folder) => this.#flush.flush(folder)));
    return { kind, stat };
  }

  async remove(parent: TreePath, name: string): Promise<void> {
    await this.#flush.flush(await this.#workers.run(parent, 'remove', { folder: parent, name }));
  }

  async trashFor(
    entry: EntryRef,
    { create }: { readonly create: boolean },
  ): Promise<TreePath | undefined> {
    const found = await this.#workers.run(entry.folder, 'trashFor', { entry, create });
    await this.#flush.flush(found?.unflushed);
    return found?.folder;
  }

  async keepFile(from: EntryRef, to: EntryRef): Promise<EntryStat | undefined> {
    const kept = await this.#workers.run(from.folder, 'keepFile', { from, to });
    await this.#flush.flush(kept?.unflushed);
    return kept?.stat;
  }

  usage(folder: TreePath): Promise<DiskUsage> {
    return this.#workers.run(folder, 'usage', folder);
  }

  async watch(folder: TreePath, onChange: FolderListener): Promise<FolderWatcher | undefined> {
    const { fd, reportsChanges } = await this.#workers.run(folder, 'openToWatch', folder);
    // The kernel watches the folder itself, so its descriptor is not needed afterwards.
    return withDescriptor(fd, () => (reportsChanges ? watchFolder(fd, onChange) : undefined));
  }

  async openFolder(folder: TreePath): Promise<OpenFolder> {
    const opened = await this.#workers.run(folder, 'openFolder', folder);
    return this.#listing.openFolder(opened, folder);
  }

  async checksums(
    path: TreePath,
    algorithms: readonly ChecksumAlgorithm[],
    signal: AbortSignal,
  ): Promise<Checksums> {
    const contents = await this.readFile(path, { wholeUpTo: HASHED_AT_ONCE_BYTES });
    if (contents.kind === 'whole') return checksumsOfBytes(contents.bytes, algorithms);
    const { file, stat } = contents;
    try {
      return await file.useDescriptor((fd, keep) => {
        const release = keep();
        const input = { fd, bytes: stat.size, algorithms };
        return this.#checksums.hash(input, signal, () => release());
      });
    } finally {
      await file.close();
    }
  }

  probe(): Promise<void> {
    return mountWatch.probeAll();
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  #end(): Promise<void> {
    return closeAll(
      [
        ['search', () => this.search.close()],
        ['walks', () => this.walks.close()],
        ['listing', () => this.#listing.close()],
        ['archives', () => this.archives.close()],
        ['checksums', () => this.#checksums.close()],
        ['temporary files', () => this.#temporaryFiles.close()],
        ['file workers', () => this.#workers.close()],
        ['flushes', () => this.#flush.idle()],
        ['root keeper', () => this.keeper.close()],
        ['root', () => closeFolder(rootFd(this.root))],
      ],
      // The rejection contains all failures.
      () => undefined,
    );
  }
}

/**
 * Returns true if names in the root are case-sensitive. False while the root is missing, so that rules match
 * regardless of case.
 */
function detectCaseSensitivity(root: RootDescriptor): boolean {
  const fd = rootFd(root);
  if (!statOf(fd).isDirectory()) return false;
  return isCaseSensitive(fd, root.ownPaths[0] || '/', mountWatch.namesIn(root));
}

type LocalContents =
  | Extract<FileContents, { kind: 'whole' }>
  | (Extract<FileContents, { kind: 'open' }> & { readonly file: LocalOpenFile });

function contentsOf(reading: FileReading): LocalContents {
  if (reading.kind === 'whole')
    return isShared(reading.bytes)
      ? { ...reading, release: () => releaseReading(reading) }
      : reading;
  const { fd, stat } = reading;
  return { kind: 'open', stat, file: new LocalOpenFile(fd, stat) };
}
