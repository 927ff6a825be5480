import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AppError } from '../../../errors.ts';
import type { BlobDrafts, BlobTail } from '../../../metadata/blob-drafts.ts';
import type { Bucket } from './bucket.ts';
import { requireSize, tailKey } from './objects.ts';
import { contentsMissing } from '../blob-errors.ts';

const ID_BYTES = 16;
/** Number of tails that are kept. When the bytes of a request are refused, the draft is cut to the end of the request before, in an older tail. */
const KEPT_TAILS = 2;

/**
 * The tails of a draft in object storage: objects with the bytes after its last part, which are too few for a part. A tail is
 * recorded in the database before its object is written, so that a crash leaves no unknown object, and counts only when its size is recorded
 * too.
 */
export class DraftTails {
  readonly #bucket: Bucket;
  readonly #drafts: BlobDrafts;
  readonly #blob: string;
  /** In the order in which they were written. */
  #tails: BlobTail[];

  constructor(
    { bucket, drafts }: { readonly bucket: Bucket; readonly drafts: BlobDrafts },
    blob: string,
    tails: readonly BlobTail[],
  ) {
    this.#bucket = bucket;
    this.#drafts = drafts;
    this.#blob = blob;
    this.#tails = [...tails];
  }

  get isEmpty(): boolean {
    return this.#tails.length === 0;
  }

  get newest(): BlobTail | undefined {
    return this.#tails.at(-1);
  }

  /** Returns the newest tail if its bytes are the beginning of part `n`. */
  beginningOf(n: number): BlobTail | undefined {
    return this.newest?.n === n ? this.newest : undefined;
  }

  /** Returns the newest tail that has at least `bytes` bytes of part `n`. */
  covering(n: number, bytes: number): BlobTail | undefined {
    return this.#tails.findLast((tail) => tail.n === n && tail.size >= bytes);
  }

  /** Stores the first bytes of part `n` as the newest tail. */
  async store(n: number, bytes: Uint8Array): Promise<void> {
    const id = randomBytes(ID_BYTES).toString('hex');
    const generation = (this.newest?.generation ?? 0) + 1;
    await this.#drafts.beginTail(this.#blob, { id, n, generation });
    const facts = { size: bytes.length, crc: crc32(bytes) };
    await this.#bucket.put(tailKey(id), bytes, facts.crc);
    requireSize(await this.#bucket.size(tailKey(id)), facts.size);
    await this.#drafts.endTail(id, facts);
    this.#tails.push({ id, n, generation, ...facts });
  }

  /** Removes all but the newest KEPT_TAILS tails. */
  async removeOld(): Promise<void> {
    await this.#remove(this.#tails.splice(0, Math.max(0, this.#tails.length - KEPT_TAILS)));
  }

  /** Reads the first bytes of a tail into `target`. Throws `storage-failed` if the tail is missing or has changed. */
  async read(tail: BlobTail | undefined, target: Uint8Array): Promise<void> {
    if (tail === undefined) throw contentsMissing();
    const range = { start: 0, end: tail.size - 1 };
    const stream = await this.#bucket.read(tailKey(tail.id), range);
    if (stream === undefined) throw contentsMissing();
    let at = 0;
    let crc = 0;
    // The stream of a response consists of buffers.
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      crc = crc32(piece, crc);
      if (at < target.length) target.set(piece.subarray(0, target.length - at), at);
      at += piece.length;
    }
    if (at !== tail.size || crc !== tail.crc) {
      throw new AppError('storage-failed', 'the object storage has returned other bytes');
    }
  }

  /** Removes the tails that were written after `last`. */
  keepUntil(last: BlobTail): Promise<void> {
    return this.#keep(({ generation }) => generation <= last.generation);
  }

  /** Removes the tails of part `n` and of later parts. */
  keepBefore(n: number): Promise<void> {
    return this.#keep((tail) => tail.n < n);
  }

  async #keep(isKept: (tail: BlobTail) => boolean): Promise<void> {
    const dropped = this.#tails.filter((tail) => !isKept(tail));
    this.#tails = this.#tails.filter(isKept);
    await this.#remove(dropped);
  }

  async #remove(tails: readonly BlobTail[]): Promise<void> {
    for (const { id } of tails) {
      await this.#drafts.withdrawTail(id);
      await this.#bucket.remove(tailKey(id));
      await this.#drafts.forgetTail(id);
    }
  }
}
