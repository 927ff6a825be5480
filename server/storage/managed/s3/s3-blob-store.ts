import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ChecksumAlgorithm } from '#contract/files.ts';
import { AppError } from '../../../errors.ts';
import { ByteCache } from '../../../lib/byte-cache.ts';
import type { BlobDrafts } from '../../../metadata/blob-drafts.ts';
import type { Checksums, DiskUsage } from '../../driver.ts';
import type { BlobContents, BlobDraft, BlobSize, BlobStore, ListedBlob } from '../blob-store.ts';
import { Slots } from '../slots.ts';
import type { Bucket } from './bucket.ts';
import { OpenObject } from './open-object.ts';
import { BLOBS_FOLDER, blobKey, requireSize, tailKey } from './objects.ts';
import { PartMemory } from './part-memory.ts';
import { RunningHashes } from './running-hashes.ts';
import { S3Draft } from './s3-draft.ts';
import { S3ManifestFiles } from './s3-manifest-files.ts';
import { contentsMissing } from '../blob-errors.ts';

const MIB = 1024 * 1024;

/** Memory for the parts of all blobs that are being written. */
const PART_MEMORY_BYTES = 128 * MIB;
/** Memory for small blobs that were read last. */
const SMALL_BLOB_BYTES = 16 * MIB;
/** Maximum number of checksums that are computed at once. */
const MAX_CHECKSUMS = 4;
/** Maximum number of small blobs that are written at once. */
const MAX_PUTS = 32;

const HASH_NAMES: Readonly<Record<ChecksumAlgorithm, string>> = {
  md5: 'md5',
  sha1: 'sha1',
  sha256: 'sha256',
  sha512: 'sha512',
};

export interface S3StoreParts {
  /** Closed by the store. */
  readonly bucket: Bucket;
  readonly drafts: BlobDrafts;
  /** Returns the bytes of all recorded blobs. */
  usedBytes(): Promise<number>;
}

/** Stores blobs as objects `blobs/ab/<id>` of a bucket. */
export class S3BlobStore implements BlobStore {
  readonly isRemote = true;
  readonly manifests: S3ManifestFiles;
  readonly #parts: S3StoreParts;
  readonly #memory: PartMemory;
  readonly #hashes = new RunningHashes();
  /** Small blobs by their ids. A blob never changes, so none becomes outdated. */
  readonly #small = new ByteCache<{ readonly bytes: Uint8Array }>(SMALL_BLOB_BYTES);
  /** Drafts with bytes in memory, by the ids of their blobs. */
  readonly #inMemory = new Map<string, S3Draft>();
  readonly #puts = new Slots(MAX_PUTS);
  /** Number of running computations of checksums. */
  #checksums = 0;

  constructor(parts: S3StoreParts, memory: PartMemory = new PartMemory(PART_MEMORY_BYTES)) {
    this.#parts = parts;
    this.manifests = new S3ManifestFiles(parts.bucket);
    this.#memory = memory;
  }

  async put(id: string, bytes: Uint8Array): Promise<void> {
    const { bucket } = this.#parts;
    const key = blobKey(id);
    await this.#puts.run(async () => {
      await bucket.put(key, bytes, crc32(bytes));
      requireSize(await bucket.size(key), bytes.length);
    });
  }

  async create(id: string, { length }: BlobSize = {}): Promise<BlobDraft> {
    return this.#draft(id, { length });
  }

  async reopen(id: string): Promise<BlobDraft | undefined> {
    const { bucket, drafts } = this.#parts;
    const record = await drafts.find(id);
    // An object exists only when the blob is complete. Its tails may be gone then, and its parts cannot be continued.
    const sealedSize = await bucket.size(blobKey(id));
    if (sealedSize !== undefined) {
      return this.#draft(id, { ...record, length: sealedSize, sealedSize });
    }
    if (record === undefined) return undefined;
    const draft = this.#draft(id, record);
    this.#hashes.reopen(id, draft.stored);
    return draft;
  }

  async read(
    id: string,
    { wholeUpTo, size }: { readonly wholeUpTo: number; readonly size: number },
  ): Promise<BlobContents> {
    const { bucket } = this.#parts;
    const key = blobKey(id);
    if (size > wholeUpTo) {
      // A failure is noticed before a reply has begun.
      const found = await bucket.size(key);
      if (found === undefined) throw contentsMissing();
      requireSize(found, size);
      return { kind: 'open', blob: new OpenObject(bucket, key, size) };
    }
    const known = this.#small.get(id);
    if (known?.bytes.length === size) return { kind: 'whole', bytes: known.bytes };
    const bytes = new Uint8Array(size);
    const object = new OpenObject(bucket, key, size);
    try {
      await object.readInto(bytes, 0);
    } finally {
      await object.close();
    }
    this.#small.set(id, { bytes });
    return { kind: 'whole', bytes };
  }

  async checksums(
    id: string,
    algorithms: readonly ChecksumAlgorithm[],
    signal: AbortSignal,
  ): Promise<Checksums> {
    if (this.#checksums >= MAX_CHECKSUMS) {
      throw new AppError('too-many-requests', 'many checksums are being computed');
    }
    this.#checksums += 1;
    try {
      const hashes = algorithms.map((name) => [name, createHash(HASH_NAMES[name])] as const);
      await this.#readAll(id, hashes, signal);
      return Object.fromEntries(hashes.map(([name, hash]) => [name, hash.digest('hex')]));
    } finally {
      this.#checksums -= 1;
    }
  }

  async size(id: string): Promise<number | undefined> {
    const written = this.#inMemory.get(id)?.end;
    if (written !== undefined) return written;
    const { bucket, drafts } = this.#parts;
    const sealedSize = await bucket.size(blobKey(id));
    if (sealedSize !== undefined) return sealedSize;
    const record = await drafts.find(id);
    return record && this.#draft(id, record).size;
  }

  async remove(id: string): Promise<void> {
    const { bucket, drafts } = this.#parts;
    const key = blobKey(id);
    const uploadId = (await drafts.find(id))?.uploadId;
    if (uploadId !== undefined) await bucket.abortUpload(key, uploadId);
    await this.#removeTails(id);
    await bucket.remove(key);
    await drafts.forget(id);
    this.#hashes.end(id);
  }

  async *list(signal: AbortSignal): AsyncIterable<ListedBlob> {
    for await (const { key, size } of this.#parts.bucket.list(BLOBS_FOLDER, signal)) {
      yield { id: key.slice(key.lastIndexOf('/') + 1), size };
    }
  }

  /** Always resolves, because finding out would cost as much as writing. */
  async requireWritable(): Promise<void> {}

  async usage(): Promise<DiskUsage> {
    const used = await this.#parts.usedBytes();
    return { used, total: Infinity, free: Infinity, freeFiles: Infinity };
  }

  requireReachable(): Promise<void> {
    return this.#parts.bucket.requireReachable();
  }

  close(): Promise<void> {
    return this.#parts.bucket.close();
  }

  #draft(id: string, record: ConstructorParameters<typeof S3Draft>[2]): S3Draft {
    const { bucket, drafts } = this.#parts;
    const removeTails = () => this.#removeTails(id);
    const read = async (signal: AbortSignal) =>
      (await this.checksums(id, ['sha256'], signal)).sha256;
    const shared = { memory: this.#memory, hashes: this.#hashes, inMemory: this.#inMemory };
    return new S3Draft({ bucket, drafts, removeTails, read, ...shared }, id, record);
  }

  /** Removes the tails of a blob and their records. */
  async #removeTails(id: string): Promise<void> {
    const { bucket, drafts } = this.#parts;
    for (const tail of await drafts.tailsOf(id)) {
      await bucket.remove(tailKey(tail));
      await drafts.forgetTail(tail);
    }
  }

  async #readAll(
    id: string,
    hashes: readonly (readonly [string, Hash])[],
    signal: AbortSignal,
  ): Promise<void> {
    const stream = await this.#parts.bucket.read(blobKey(id), undefined);
    if (stream === undefined) throw contentsMissing();
    try {
      for await (const piece of stream) {
        signal.throwIfAborted();
        // The stream of a response consists of buffers.
        for (const [, hash] of hashes) hash.update(piece as Uint8Array);
      }
    } catch (error) {
      signal.throwIfAborted();
      throw new AppError('not-answering', 'the object storage has cut the connection', {
        cause: error,
      });
    } finally {
      stream.destroy();
    }
  }
}
