import { isTemporaryName } from '#contract/temporary-names.ts';
import { beginRemovalOfDraft, removeBlobRows } from '../../metadata/blobs.ts';
import { removeEntryRow } from '../../metadata/change-entries.ts';
import { entryById, type StoredEntry } from '../../metadata/stored-entries.ts';
import type { GrowingDigest, TemporaryFile, TemporaryFileRef, WriteOptions } from '../driver.ts';
import type { EntryStat } from '../entry.ts';
import { requireName } from '../entry-name.ts';
import type { BlobDraft } from './blob-store.ts';
import { publishEntry, requireReplaceable } from './publish-entry.ts';
import { change, statOf, type StoredTree } from './stored-tree.ts';
import { temporaryFileGone } from '../driver-errors.ts';

/** An entry with a temporary name, its blob, and the draft with the bytes of the blob. */
export interface OpenedDraft {
  readonly entry: StoredEntry;
  readonly blob: string;
  readonly draft: BlobDraft;
}

/** A temporary file of a managed store. Its bytes are a draft until it is published. */
export class ManagedTemporaryFile implements TemporaryFile {
  readonly ref: TemporaryFileRef;
  readonly size: number;
  readonly isDurable: boolean;
  readonly isSealed: boolean;
  readonly identity: string;
  readonly #tree: StoredTree;
  readonly #entry: StoredEntry;
  readonly #blob: string;
  /** Called with the blob once it is published, if its checksum is not known. */
  readonly #onPublished: (blob: string) => void;
  /** Undefined once the blob is sealed. */
  #draft: BlobDraft | undefined;
  #isOpen = true;

  constructor(
    tree: StoredTree,
    ref: TemporaryFileRef,
    { entry, blob, draft }: OpenedDraft,
    onPublished: (blob: string) => void,
  ) {
    this.ref = ref;
    this.size = draft.size;
    this.isDurable = draft.isDurable === true;
    this.isSealed = draft.isSealed === true;
    this.identity = statOf(entry).identity;
    this.#tree = tree;
    this.#entry = entry;
    this.#blob = blob;
    this.#draft = draft;
    this.#onPublished = onPublished;
  }

  async write(chunks: readonly Uint8Array[], position: number): Promise<void> {
    await (await this.#writable()).write(chunks, position);
  }

  async truncate(size: number): Promise<void> {
    await (await this.#writable()).truncate(size);
  }

  async beginDigest(): Promise<GrowingDigest> {
    return (await this.#writable()).beginDigest();
  }

  async flush(): Promise<void> {
    // A sealed blob is durable.
    await this.#draft?.flush();
  }

  async publish(name: string, options: WriteOptions): Promise<EntryStat> {
    requireName(name);
    const tree = this.#tree;
    const { id, mode } = this.#entry;
    const folder = await this.#currentFolder();
    await requireReplaceable(tree.db.read, { folder, name, options });
    const sealed = await this.#draft?.seal();
    this.#draft = undefined;
    const size = sealed?.size ?? (await tree.blobs.size(this.#blob));
    if (size === undefined) throw temporaryFileGone();
    const sha256 = sealed?.sha256 ?? null;
    const blob = { id: this.#blob, size, sha256 };
    const publication = { folder, name, options, blob, mode, temporary: id };
    const entry = await change(tree, (tx) => publishEntry(tx, publication));
    this.#isOpen = false;
    if (sha256 === null) this.#onPublished(this.#blob);
    return statOf(entry);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#draft?.close();
    this.#draft = undefined;
  }

  async discard(): Promise<boolean> {
    this.#isOpen = false;
    await this.#draft?.drop();
    this.#draft = undefined;
    await removeTemporaryEntry(this.#tree, this.#entry.id);
    return true;
  }

  /** Returns the draft. Opens it again if publishing has failed after the draft was sealed. */
  async #writable(): Promise<BlobDraft> {
    if (this.#isOpen) this.#draft ??= await this.#tree.blobs.reopen(this.#blob);
    if (this.#draft === undefined) throw temporaryFileGone();
    return this.#draft;
  }

  /** Returns the id of the folder in which the temporary entry is now. The path of the folder may have changed. */
  async #currentFolder(): Promise<number> {
    const entry = await entryById(this.#tree.db.read, this.#entry.id);
    if (entry === undefined || entry.parent === null) {
      throw temporaryFileGone();
    }
    return entry.parent;
  }
}

/** Removes a temporary file with its bytes, wherever its folder is. Keeps a blob that is complete or to which another entry refers. */
export async function removeTemporaryEntry(tree: StoredTree, id: number): Promise<void> {
  const blob = await change(tree, async (tx) => {
    const entry = await entryById(tx, id);
    if (entry === undefined || !isTemporaryName(entry.name)) return undefined;
    await removeEntryRow(tx, entry);
    return entry.blob !== null && (await beginRemovalOfDraft(tx, entry.blob))
      ? entry.blob
      : undefined;
  });
  if (blob === undefined) return;
  await tree.blobs.remove(blob);
  await change(tree, (tx) => removeBlobRows(tx, [blob]));
}
