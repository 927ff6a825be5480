import { crc32 } from 'node:zlib';
import { AppError } from '../../../errors.ts';
import type { BlobDrafts, BlobPart } from '../../../metadata/blob-drafts.ts';
import type { Bucket } from './bucket.ts';
import { blobKey } from './objects.ts';

/** Maximum number of parts that stores accept for one object. */
const PARTS_ACCEPTED = 10_000;

/**
 * The multipart upload of a draft: the parts that are stored, in their order. It is begun when the first part is stored. Every stored part is
 * recorded in the database, and only what is recorded counts.
 */
export class MultipartUpload {
  readonly #bucket: Bucket;
  readonly #drafts: BlobDrafts;
  readonly #blob: string;
  readonly #key: string;
  #id: string | undefined;
  #parts: readonly BlobPart[];
  #size: number;

  constructor(
    { bucket, drafts }: { readonly bucket: Bucket; readonly drafts: BlobDrafts },
    blob: string,
    { id, parts }: { readonly id: string | undefined; readonly parts: readonly BlobPart[] },
  ) {
    this.#bucket = bucket;
    this.#drafts = drafts;
    this.#blob = blob;
    this.#key = blobKey(blob);
    this.#id = id;
    this.#parts = parts;
    this.#size = parts.reduce((sum, part) => sum + part.size, 0);
  }

  /** Bytes in all parts. */
  get size(): number {
    return this.#size;
  }

  /** Number of parts. */
  get count(): number {
    return this.#parts.length;
  }

  get lastEtag(): string | undefined {
    return this.#parts.at(-1)?.etag;
  }

  /** Throws `too-large` if there are as many parts as a store accepts. */
  requireRoom(): void {
    if (this.count >= PARTS_ACCEPTED)
      throw new AppError('too-large', 'the object storage takes no more parts');
  }

  /** Stores the next part, which counts once it is added. */
  async store(bytes: Buffer): Promise<BlobPart> {
    const n = this.count + 1;
    if (this.#id === undefined) {
      const id = await this.#bucket.beginUpload(this.#key);
      await this.#drafts.setUpload(this.#blob, id);
      this.#id = id;
    }
    const crc = crc32(bytes);
    const etag = await this.#bucket.putPart(this.#key, this.#id, { n, bytes, crc });
    const part = { n, size: bytes.length, etag, crc };
    await this.#drafts.addPart(this.#blob, part);
    return part;
  }

  /** Counts a part that was stored. Synchronous, so that the caller can stop counting its bytes as unstored at the same moment. */
  add(part: BlobPart): void {
    this.#parts = [...this.#parts, part];
    this.#size += part.size;
  }

  /** Returns how many whole parts are in the first `size` bytes, and where the last of them ends. */
  wholeParts(size: number): { readonly count: number; readonly end: number } {
    let end = 0;
    let count = 0;
    for (const part of this.#parts) {
      if (end + part.size > size) break;
      end += part.size;
      count += 1;
    }
    return { count, end };
  }

  /** Forgets all parts after the first `count`. */
  async cut(count: number): Promise<void> {
    await this.#drafts.cutParts(this.#blob, count + 1);
    this.#parts = this.#parts.slice(0, count);
    this.#size = this.#parts.reduce((sum, part) => sum + part.size, 0);
  }

  /** Joins the parts to an object. After a failed request, the size of the object shows whether the store has done it nevertheless. */
  async complete(): Promise<void> {
    try {
      await this.#bucket.completeUpload(this.#key, this.#id ?? '', this.#parts);
    } catch (error) {
      const found = await this.#bucket.size(this.#key).catch(() => undefined);
      if (found !== this.#size) throw error;
    }
  }
}
