import { createHash } from 'node:crypto';
import type { ChecksumAlgorithm } from '#contract/files.ts';
import { childPath, ROOT, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import { closeAll } from '../../lib/close-all.ts';
import { inSlices } from '../../metadata/batches.ts';
import type { Database } from '../../metadata/database.ts';
import { lockEntries } from '../../metadata/dialect.ts';
import { removeEntryRow, touchFolders } from '../../metadata/change-entries.ts';
import {
  childOf,
  childrenByName,
  hasChildren,
  ROOT_ENTRY,
  type StoredEntry,
} from '../../metadata/stored-entries.ts';
import type {
  Checksums,
  Confines,
  DiskUsage,
  FileContents,
  ListedEntry,
  MoveOutcome,
  NewFileOptions,
  PublishOptions,
  Resolution,
  ResolvedAnd,
  StorageDriver,
  TemporaryFile,
  TemporaryFileRef,
} from '../driver.ts';
import type { EntryRef, EntryStat } from '../entry.ts';
import type { OpenFolder } from '../folder-listing.ts';
import { requireName, requireTemporaryName, requireVisible } from '../entry-name.ts';
import { isTemporaryName, TRASH_NAME } from '#contract/temporary-names.ts';
import type { RootKeeper } from '../root-keeper.ts';
import { BlobIds } from './blob-ids.ts';
import type { BlobStore } from './blob-store.ts';
import { collectGarbage, KEPT_MS } from './collect-garbage.ts';
import { ChecksumFiller } from './fill-checksums.ts';
import { keepStored } from './keep-stored.ts';
import { ManagedArchives } from './managed-archives.ts';
import { ManagedFolder } from './managed-folder.ts';
import { ManagedSearch } from './managed-search.ts';
import { createManagedWalks } from './managed-walks.ts';
import { moveStored } from './move-stored.ts';
import { Purge } from './purge.ts';
import { publishEntry, requireReplaceable } from './publish-entry.ts';
import { checksumsOfStored, readStored } from './read-stored.ts';
import { type ResolvedEntry, resolveStored } from './resolve-stored.ts';
import {
  change,
  entryAt,
  folderAt,
  folderIfPresent,
  nowUs,
  statOf,
  type StoredTree,
  ignoreTaken,
} from './stored-tree.ts';
import { Slots } from './slots.ts';
import { writeManifest } from './write-manifest.ts';
import { insertStored } from './insert-stored.ts';
import { ManagedTemporaryFiles } from './managed-temporary-files.ts';

/** Maximum number of transactions at once: fewer than the connections of a database, so that reads always get one. */
const MAX_TRANSACTIONS = 8;
/**
 * Maximum number of reads of the database at once. Further ones wait here without a time limit; if they waited for a connection to the
 * database, they would fail after some seconds.
 */
const MAX_STEPS = 32;
/** Number of entries that `list` reads at once. */
const LISTED_AT_ONCE = 1_000;

/** Parts of a managed store. */
export interface ManagedDriverOptions {
  readonly db: Database;
  /** Closed by the driver. */
  readonly blobs: BlobStore;
  /** Permission bits of new entries. */
  readonly fileMode: number;
  readonly dirMode: number;
}

/** Keeps the tree in the database, and the contents of files as immutable blobs. Copies of files share their blobs. */
export class ManagedDriver implements StorageDriver {
  readonly features = { caseSensitive: true };
  readonly keeper?: RootKeeper;
  readonly walks;
  readonly search;
  readonly archives;
  readonly tree: StoredTree;
  readonly #checksums: ChecksumFiller;
  readonly #purge: Purge;
  readonly #closing = new AbortController();
  readonly #steps = new Slots(MAX_STEPS);
  readonly #temporaryFiles: ManagedTemporaryFiles;

  constructor(options: ManagedDriverOptions) {
    const tree = { ...options, ids: new BlobIds(options.db), slots: new Slots(MAX_TRANSACTIONS) };
    this.tree = tree;
    const { keeper } = options.blobs;
    if (keeper !== undefined) this.keeper = keeper;
    this.#purge = new Purge(tree);
    this.walks = createManagedWalks(tree, () => this.#purge.begin());
    this.search = new ManagedSearch(tree);
    this.archives = new ManagedArchives(tree);
    this.#checksums = new ChecksumFiller(tree);
    this.#temporaryFiles = new ManagedTemporaryFiles(tree, this.#steps, this.#checksums);
  }

  async resolve(path: TreePath, within: TreePath | Confines): Promise<Resolution> {
    return (await this.#resolve(path, within)).resolution;
  }

  async resolveFile(
    path: TreePath,
    within: TreePath | Confines,
    options: { readonly wholeUpTo: number },
  ): Promise<ResolvedAnd<FileContents>> {
    const { resolution, entry } = await this.#resolve(path, within);
    const isFile = entry !== undefined && !entry.isFolder;
    return { resolution, opened: isFile ? await readStored(this.tree, entry, options) : undefined };
  }

  async resolveFolder(
    path: TreePath,
    within: TreePath | Confines,
  ): Promise<ResolvedAnd<OpenFolder>> {
    const { resolution, entry } = await this.#resolve(path, within);
    const opened = entry?.isFolder === true ? new ManagedFolder(this.tree, entry) : undefined;
    return { resolution, opened };
  }

  async *list(path: TreePath, signal: AbortSignal): AsyncIterable<ListedEntry> {
    signal.throwIfAborted();
    const { read } = this.tree.db;
    const folder = await this.#folderAt(path);
    const slices = inSlices<StoredEntry>(
      (after, most) => this.#steps.run(() => childrenByName(read, folder.id, { after, most })),
      LISTED_AT_ONCE,
    );
    for await (const slice of slices) {
      signal.throwIfAborted();
      for (const entry of slice) {
        if (!isTemporaryName(entry.name)) yield listed(entry);
      }
    }
  }

  async openFolder(path: TreePath): Promise<OpenFolder> {
    return new ManagedFolder(this.tree, await this.#folderAt(path));
  }

  async readFile(path: TreePath, options: { readonly wholeUpTo: number }): Promise<FileContents> {
    return readStored(this.tree, await this.#entryAt(path), options);
  }

  async checksums(
    path: TreePath,
    algorithms: readonly ChecksumAlgorithm[],
    signal: AbortSignal,
  ): Promise<Checksums> {
    return checksumsOfStored(this.tree, await this.#entryAt(path), algorithms, signal);
  }

  async requireWritable(path: TreePath): Promise<void> {
    await this.#folderAt(path);
    await this.tree.blobs.requireWritable();
  }

  async makeFolder(path: TreePath, name: string): Promise<EntryStat> {
    requireName(name);
    const parent = await this.#folderAt(path);
    const facts = { isFolder: true, size: 0, modifiedUs: nowUs(), blob: null };
    const entry = { parent: parent.id, name, mode: this.tree.dirMode, ...facts };
    return statOf(await insertStored(this.tree, entry));
  }

  async writeFile(
    path: TreePath,
    name: string,
    bytes: Uint8Array,
    { partName, ...options }: NewFileOptions,
  ): Promise<EntryStat> {
    requireName(name);
    if (partName !== undefined) requireTemporaryName(partName);
    const { tree } = this;
    const folder = await this.#folderAt(path);
    await this.#steps.run(() =>
      requireReplaceable(tree.db.read, { folder: folder.id, name, options }),
    );
    const id = await tree.ids.take();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await tree.blobs.put(id, bytes);
    const blob = { id, size: bytes.length, sha256 };
    const publication = { folder: folder.id, name, options, blob, mode: tree.fileMode };
    return statOf(await change(tree, (tx) => publishEntry(tx, publication)));
  }

  createTemporaryFile(
    folder: TreePath,
    partName?: string,
    size?: { readonly length?: number | undefined },
  ): Promise<TemporaryFile> {
    return this.#temporaryFiles.create(folder, partName, size);
  }

  openTemporaryFile(ref: TemporaryFileRef): Promise<TemporaryFile | undefined> {
    return this.#temporaryFiles.open(ref);
  }

  removeTemporaryFile(ref: TemporaryFileRef): Promise<void> {
    return this.#temporaryFiles.remove(ref);
  }

  async move(from: EntryRef, to: EntryRef, options: PublishOptions): Promise<MoveOutcome> {
    const entry = await change(this.tree, (tx) => moveStored(tx, from, to, options));
    return { kind: 'moved', stat: statOf(entry) };
  }

  async remove(path: TreePath, name: string): Promise<void> {
    if (name !== TRASH_NAME) {
      requireVisible(name);
      requireName(name);
    }
    await change(this.tree, async (tx) => {
      const folder = await folderIfPresent(tx, path);
      if (folder === undefined) return;
      const entry = await childOf(tx, folder.id, name);
      if (entry === undefined) return;
      await lockEntries(tx, [entry.id]);
      if (await hasChildren(tx, entry.id)) throw notEmpty();
      await removeEntryRow(tx, entry);
      await touchFolders(tx, [folder.id], nowUs());
    });
  }

  /** Returns the trash folder in the root: a managed store is one disk, with nothing mounted below it. */
  async trashFor(
    { folder, name }: EntryRef,
    { create }: { readonly create: boolean },
  ): Promise<TreePath | undefined> {
    const { read } = this.tree.db;
    const parent = await folderIfPresent(read, folder);
    if (parent === undefined || (await childOf(read, parent.id, name)) === undefined) {
      return undefined;
    }
    if (create && (await childOf(read, ROOT_ENTRY, TRASH_NAME)) === undefined) {
      const facts = { isFolder: true, size: 0, modifiedUs: nowUs(), blob: null, mode: 0o700 };
      // Two deletions may create it at once.
      await insertStored(this.tree, { parent: ROOT_ENTRY, name: TRASH_NAME, ...facts }).catch(
        ignoreTaken,
      );
    }
    return childPath(ROOT, TRASH_NAME);
  }

  async keepFile(from: EntryRef, to: EntryRef): Promise<EntryStat | undefined> {
    const entry = await change(this.tree, (tx) => keepStored(tx, from, to));
    return entry && statOf(entry);
  }

  usage(): Promise<DiskUsage> {
    return this.tree.blobs.usage();
  }

  async collectGarbage(nowMs: number): Promise<void> {
    const { signal } = this.#closing;
    await collectGarbage(this.tree, { nowMs, keptMs: KEPT_MS, signal });
  }

  async writeManifest(nowMs: number): Promise<void> {
    await writeManifest(this.tree, { nowMs, signal: this.#closing.signal });
  }

  async requireReachable(): Promise<void> {
    await this.tree.blobs.requireReachable?.();
  }

  async probe(): Promise<void> {
    await this.tree.blobs.probe?.();
  }

  close(): Promise<void> {
    this.#closing.abort();
    return closeAll(
      [
        ['checksums', () => this.#checksums.close()],
        ['removed rows', () => this.#purge.close()],
        ['blobs', () => this.tree.blobs.close()],
      ],
      // The rejection contains all failures.
      () => undefined,
    );
  }

  #resolve(path: TreePath, within: TreePath | Confines): Promise<ResolvedEntry> {
    return this.#steps.run(() => resolveStored(this.tree.db.read, path, within));
  }

  #folderAt(path: TreePath): Promise<StoredEntry> {
    return this.#steps.run(() => folderAt(this.tree.db.read, path));
  }

  #entryAt(path: TreePath): Promise<StoredEntry> {
    return this.#steps.run(() => entryAt(this.tree.db.read, path));
  }
}

function listed(entry: StoredEntry): ListedEntry {
  const { kind, size, modifiedNs, mode, identity } = statOf(entry);
  return { name: entry.name, isSymlink: false, kind, size, modifiedNs, mode, identity };
}

function notEmpty(): AppError {
  return new AppError('invalid-request', 'the folder is not empty', {
    refusal: { code: 'folder-not-empty' },
  });
}
