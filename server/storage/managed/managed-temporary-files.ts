import type { TreePath } from '#contract/paths.ts';
import { findBlob } from '../../metadata/blobs.ts';
import { childOf, type StoredEntry } from '../../metadata/stored-entries.ts';
import type { TemporaryFile, TemporaryFileRef } from '../driver.ts';
import { requireTemporaryName } from '../entry-name.ts';
import { randomTemporaryName } from '../temporary-name.ts';
import { alreadyComplete } from './blob-errors.ts';
import type { ChecksumFiller } from './fill-checksums.ts';
import { insertStored } from './insert-stored.ts';
import { ManagedTemporaryFile, removeTemporaryEntry } from './managed-temporary-file.ts';
import type { Slots } from './slots.ts';
import { folderAt, folderIfPresent, nowUs, type StoredTree } from './stored-tree.ts';

/** Creates, opens and removes the temporary files of a managed store: entries with a temporary name, and drafts of blobs. */
export class ManagedTemporaryFiles {
  readonly #tree: StoredTree;
  readonly #steps: Slots;
  readonly #checksums: ChecksumFiller;

  constructor(tree: StoredTree, steps: Slots, checksums: ChecksumFiller) {
    this.#tree = tree;
    this.#steps = steps;
    this.#checksums = checksums;
  }

  async create(
    path: TreePath,
    partName = randomTemporaryName(),
    size: { readonly length?: number | undefined } = {},
  ): Promise<TemporaryFile> {
    requireTemporaryName(partName);
    const tree = this.#tree;
    const folder = await this.#steps.run(() => folderAt(tree.db.read, path));
    const blob = await tree.ids.take();
    const facts = { isFolder: false, size: 0, modifiedUs: nowUs(), mode: tree.fileMode };
    const entry = await insertStored(tree, { parent: folder.id, name: partName, blob, ...facts });
    const draft = await tree.blobs.create(blob, size);
    return this.#opened({ folder: path, partName }, { entry, blob, draft });
  }

  async open(ref: TemporaryFileRef): Promise<TemporaryFile | undefined> {
    const entry = await this.#entryOf(ref);
    if (entry === undefined || entry.blob === null) return undefined;
    const { blobs, db } = this.#tree;
    if ((await findBlob(db.read, entry.blob))?.state !== 'pending') throw alreadyComplete();
    // The process may have ended before it had created the draft.
    const draft = (await blobs.reopen(entry.blob)) ?? (await blobs.create(entry.blob));
    return this.#opened(ref, { entry, blob: entry.blob, draft });
  }

  async remove(ref: TemporaryFileRef): Promise<void> {
    const entry = await this.#entryOf(ref);
    if (entry !== undefined && !entry.isFolder) await removeTemporaryEntry(this.#tree, entry.id);
  }

  #opened(
    ref: TemporaryFileRef,
    opened: ConstructorParameters<typeof ManagedTemporaryFile>[2],
  ): TemporaryFile {
    return new ManagedTemporaryFile(this.#tree, ref, opened, (blob) => this.#checksums.add(blob));
  }

  async #entryOf({ folder, partName }: TemporaryFileRef): Promise<StoredEntry | undefined> {
    requireTemporaryName(partName);
    const { read } = this.#tree.db;
    return this.#steps.run(async () => {
      const parent = await folderIfPresent(read, folder);
      return parent && childOf(read, parent.id, partName);
    });
  }
}
