import { childPath, prefixed, ROOT, type TreePath } from '#contract/paths.ts';
import type { ChecksumAlgorithm } from '#contract/files.ts';
import { TEMPORARY_NAME_PREFIX, TEMPORARY_NAME_SUFFIX } from '#contract/temporary-names.ts';
import { AppError } from '../../errors.ts';
import { noInodes } from '../driver-errors.ts';
import type { Checksums, DiskUsage, StorageDriver, TemporaryFile } from '../driver.ts';
import type { EntryRef } from '../entry.ts';
import type { BlobContents, BlobDraft, BlobStore, ListedBlob } from './blob-store.ts';
import { LocalManifestFiles } from './local-manifest-files.ts';
import { ignoreTaken, noneIfMissing } from './stored-tree.ts';
import { contentsMissing } from './blob-errors.ts';

/** Folder of the blobs in the folder of the store. */
export const BLOBS_FOLDER = 'blobs';

/** Number of characters at the beginning of an id that are the name of the blob's folder. */
const FOLDER_CHARACTERS = 2;

/**
 * Stores blobs as files `blobs/ab/<id>` through a driver for a folder of this machine. A draft has a temporary name in the same folder.
 */
export class LocalBlobStore implements BlobStore {
  readonly manifests: LocalManifestFiles;
  readonly #driver: StorageDriver;
  /** Folders of blobs that are known to exist. */
  readonly #folders = new Set<TreePath>();

  /** @param driver Driver of the store's folder. This object closes it. */
  constructor(driver: StorageDriver) {
    this.#driver = driver;
    this.manifests = new LocalManifestFiles(driver);
  }

  get keeper() {
    return this.#driver.keeper;
  }

  async put(id: string, bytes: Uint8Array): Promise<void> {
    const folder = await this.#makeFolderOf(id);
    const options = { replace: false, partName: draftName(id) };
    await this.#driver.writeFile(folder, id, bytes, options);
  }

  async create(id: string): Promise<BlobDraft> {
    const folder = await this.#makeFolderOf(id);
    return draftOf(id, await this.#driver.createTemporaryFile(folder, draftName(id)));
  }

  async reopen(id: string): Promise<BlobDraft | undefined> {
    const folder = folderOf(id);
    const draft = { folder, partName: draftName(id) };
    const open = () => this.#driver.openTemporaryFile(draft);
    const file = (await open()) ?? ((await this.#unseal(id)) ? await open() : undefined);
    return file && draftOf(id, file);
  }

  async read(id: string, options: { readonly wholeUpTo: number }): Promise<BlobContents> {
    const contents = await this.#driver.readFile(pathOf(id), options).catch(throwMissing);
    if (contents.kind === 'whole') return { kind: 'whole', bytes: contents.bytes };
    return { kind: 'open', blob: contents.file };
  }

  checksums(
    id: string,
    algorithms: readonly ChecksumAlgorithm[],
    signal: AbortSignal,
  ): Promise<Checksums> {
    return this.#driver.checksums(pathOf(id), algorithms, signal).catch(throwMissing);
  }

  async size(id: string): Promise<number | undefined> {
    const folder = folderOf(id);
    for (const name of [draftName(id), id]) {
      const found = await this.#driver.walks.stat({ entry: { folder, name } }).catch(noneIfMissing);
      if (found !== undefined) return found.size;
    }
    return undefined;
  }

  async remove(id: string): Promise<void> {
    const folder = folderOf(id);
    await this.#driver.removeTemporaryFile({ folder, partName: draftName(id) });
    await this.#driver.remove(folder, id);
  }

  async *list(signal: AbortSignal): AsyncIterable<ListedBlob> {
    for (const folder of await this.#blobFolders(signal)) {
      for await (const { name, kind, size } of this.#driver.list(folder, signal)) {
        if (kind === 'file') yield { id: name, size };
      }
    }
  }

  async requireWritable(): Promise<void> {
    await this.#driver.requireWritable(ROOT);
    const { freeFiles } = await this.usage();
    if (freeFiles === 0) throw noInodes();
  }

  usage(): Promise<DiskUsage> {
    return this.#driver.usage(ROOT);
  }

  async probe(): Promise<void> {
    await this.#driver.probe?.();
  }

  close(): Promise<void> {
    return this.#driver.close();
  }

  /** Gives a blob the name of a draft again, because a crash came before its record was completed. Returns false if there is no such blob. */
  async #unseal(id: string): Promise<boolean> {
    const folder = folderOf(id);
    const draft: EntryRef = { folder, name: draftName(id) };
    const moved = this.#driver.move({ folder, name: id }, draft, { replace: false });
    return (await moved.catch(noneIfMissing)) !== undefined;
  }

  /** Returns the folder of a blob, and creates it if it does not exist. */
  async #makeFolderOf(id: string): Promise<TreePath> {
    const folder = folderOf(id);
    if (this.#folders.has(folder)) return folder;
    await this.#driver.makeFolder(ROOT, BLOBS_FOLDER).catch(ignoreTaken);
    await this.#driver.makeFolder(BLOBS, id.slice(0, FOLDER_CHARACTERS)).catch(ignoreTaken);
    this.#folders.add(folder);
    return folder;
  }

  async #blobFolders(signal: AbortSignal): Promise<TreePath[]> {
    const folders: TreePath[] = [];
    try {
      for await (const { name, kind } of this.#driver.list(BLOBS, signal)) {
        const path = kind === 'folder' ? childPath(BLOBS, name) : undefined;
        if (path !== undefined) folders.push(path);
      }
    } catch (error) {
      noneIfMissing(error);
    }
    return folders;
  }
}

const BLOBS = prefixed(ROOT, `/${BLOBS_FOLDER}` as TreePath);

function folderOf(id: string): TreePath {
  return requirePath(BLOBS, id.slice(0, FOLDER_CHARACTERS));
}

function pathOf(id: string): TreePath {
  return requirePath(folderOf(id), id);
}

function requirePath(folder: TreePath, name: string): TreePath {
  const path = childPath(folder, name);
  if (path === undefined) throw new Error(`"${name}" is not the id of a blob`);
  return path;
}

function draftName(id: string): string {
  return `${TEMPORARY_NAME_PREFIX}${id}${TEMPORARY_NAME_SUFFIX}`;
}

function draftOf(id: string, file: TemporaryFile): BlobDraft {
  return {
    size: file.size,
    write: (chunks, position) => file.write(chunks, position),
    truncate: (size) => file.truncate(size),
    beginDigest: () => file.beginDigest(),
    flush: () => file.flush(),
    seal: async () => {
      const { size } = await file.publish(id, { replace: false });
      return { size, sha256: undefined };
    },
    close: () => file.close(),
    drop: () => file.close(),
  };
}

/** An entry refers to the blob, so its absence is a failure of the storage. */
function throwMissing(cause: unknown): never {
  if (!(cause instanceof AppError) || cause.code !== 'not-found') throw cause;
  throw contentsMissing(cause);
}
