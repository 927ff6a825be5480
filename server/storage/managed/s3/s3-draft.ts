import { crc32 } from 'node:zlib';
import { AppError } from '../../../errors.ts';
import type { BlobDrafts, BlobPart, BlobTail } from '../../../metadata/blob-drafts.ts';
import type { GrowingDigest } from '../../driver.ts';
import type { BlobDraft, SealedBlob } from '../blob-store.ts';
import { Slots } from '../slots.ts';
import type { Bucket } from './bucket.ts';
import { DraftTails } from './draft-tails.ts';
import { blobKey, requireSize } from './objects.ts';
import type { PartHolder, PartMemory } from './part-memory.ts';
import type { RunningHashes } from './running-hashes.ts';
import { PartBeingStored } from './part-being-stored.ts';
import { checksumMissing, alreadyComplete } from '../blob-errors.ts';
import { MultipartUpload } from './multipart-upload.ts';

const MIB = 1024 * 1024;

/** Length of parts of blobs whose length is not known. Bytes. */
const UNKNOWN_PART = 16 * MIB;
const SHORTEST_PART = 8 * MIB;
/** Number of parts into which a long blob is divided: fewer than the 10,000 that stores accept. */
const MAX_PARTS = 9_000;

/** Returns the length of the parts of a blob: never so short that it has too many. */
export function partSizeFor(length: number | undefined): number {
  if (length === undefined) return UNKNOWN_PART;
  return Math.max(SHORTEST_PART, Math.ceil(length / MAX_PARTS));
}

export interface DraftServices {
  readonly bucket: Bucket;
  readonly drafts: BlobDrafts;
  readonly memory: PartMemory;
  readonly hashes: RunningHashes;
  /** Drafts with bytes in memory, by the ids of their blobs. */
  readonly inMemory: Map<string, S3Draft>;
  /** Removes the tails of this blob. */
  removeTails(): Promise<void>;
  /** Reads the complete blob and returns its SHA-256. */
  read(signal: AbortSignal): Promise<string | undefined>;
}

/** The state of a draft when it is opened. */
interface Opened {
  readonly length: number | undefined;
  readonly partSize?: number;
  readonly uploadId?: string | undefined;
  readonly parts?: readonly BlobPart[];
  readonly tails?: readonly BlobTail[];
  /** Set if the blob is complete. */
  readonly sealedSize?: number;
}

/**
 * A blob that is being written to object storage. Its bytes are collected in memory, and each time they fill a part, it is stored as the next
 * part of a multipart upload, while the bytes of the part after it are received. A blob of at most one part becomes an object in one request.
 * When the draft is closed, the bytes after the last part become an object of their own, the tail. Every stored part and tail is recorded in
 * the database, and only what is recorded counts.
 */
export class S3Draft implements BlobDraft, PartHolder {
  readonly size: number;
  readonly isDurable = true;
  readonly isSealed: boolean;
  writtenAt = performance.now();
  readonly #services: DraftServices;
  readonly #id: string;
  readonly #key: string;
  readonly #length: number | undefined;
  readonly #partSize: number;
  /** Runs one step at a time. */
  readonly #steps = new Slots(1);
  /** True if the draft has a record in the database. */
  #isRecorded: boolean;
  readonly #upload: MultipartUpload;
  readonly #tails: DraftTails;
  /** The part after the stored ones, if it is full. */
  #storing: PartBeingStored | undefined;
  /** Number of bytes after the full parts. They are in `#buffer`, or in the newest tail while there is no buffer. */
  #behind: number;
  #buffer: Buffer | undefined;
  /** True if this draft has received bytes; another one of the same blob may only have been opened to flush them. */
  #hasReceived = false;
  /** True if some of the bytes after the parts are in no tail. */
  #isUnsaved = false;
  /** Size of the complete blob; undefined while it is not complete. */
  #sealedSize: number | undefined;

  constructor(services: DraftServices, id: string, opened: Opened) {
    const { length, partSize = partSizeFor(length), uploadId, sealedSize } = opened;
    this.#services = services;
    this.#id = id;
    this.#key = blobKey(id);
    this.#length = length;
    this.#partSize = partSize;
    this.#isRecorded = opened.partSize !== undefined;
    this.#upload = new MultipartUpload(services, id, { id: uploadId, parts: opened.parts ?? [] });
    this.#tails = new DraftTails(services, id, opened.tails ?? []);
    this.#behind = this.#tailSize;
    this.#sealedSize = sealedSize;
    this.isSealed = sealedSize !== undefined;
    this.size = this.end;
  }

  write(chunks: readonly Uint8Array[], position: number): Promise<void> {
    return this.#steps.run(async () => {
      if (position < this.end) await this.#cut(position);
      if (position > this.end) await this.#fill(position - this.end);
      for (const chunk of chunks) await this.#add(chunk);
    });
  }

  truncate(size: number): Promise<void> {
    return this.#steps.run(async () => {
      if (size < this.end) await this.#cut(size);
      else if (size > this.end) await this.#fill(size - this.end);
    });
  }

  async beginDigest(): Promise<GrowingDigest> {
    const { hashes, read } = this.#services;
    const id = this.#id;
    const stop = new AbortController();
    if (hashes.valueOf(id, this.end) === undefined) {
      throw new AppError('storage-failed', 'the bytes before were received by another process');
    }
    let end = 0;
    return {
      extend(to) {
        end = to;
      },
      // After bytes were cut off and sent again, the complete blob is read.
      value: async () => {
        const sha256 = hashes.valueOf(id, end) ?? (await read(stop.signal));
        if (sha256 === undefined) throw checksumMissing();
        return sha256;
      },
      stop: () => stop.abort(),
    };
  }

  flush(): Promise<void> {
    return this.#steps.run(() => this.#save());
  }

  seal(): Promise<SealedBlob> {
    return this.#steps.run(async () => {
      const size = this.end;
      if (this.#sealedSize === undefined) await this.#complete();
      this.#free();
      // A tail that remains is removed with the blob.
      if (!this.#tails.isEmpty) await this.#services.removeTails().catch(() => undefined);
      const sha256 = this.#services.hashes.valueOf(this.#id, size);
      return { size, sha256 };
    });
  }

  close(): Promise<void> {
    return this.#steps.run(async () => {
      try {
        await this.#save();
        if (this.#hasReceived) this.#services.hashes.close(this.#id, this.stored);
      } finally {
        this.#free();
      }
    });
  }

  drop(): Promise<void> {
    return this.#steps.run(async () => {
      await this.#storing?.ended();
      this.#free();
    });
  }

  async spill(): Promise<void> {
    await this.#steps
      .run(async () => {
        if (this.#buffer === undefined) return;
        await this.#save();
        this.#free();
      })
      .catch(() => undefined);
  }

  /** Identifies what is stored of the blob. Each part and each tail has an identity of its own. */
  get stored(): string {
    return `${this.#upload.lastEtag} ${this.#upload.count} ${this.#tails.newest?.id}`;
  }

  /** Bytes that have been written, also those in memory. */
  get end(): number {
    return this.#sealedSize ?? this.#fullParts + this.#behind;
  }

  /** Number of bytes in full parts: the stored ones, and the one that is being stored. */
  get #fullParts(): number {
    return this.#upload.size + (this.#storing?.bytes.length ?? 0);
  }

  /** Number of bytes after the parts that are in the newest tail. Only valid while no part is being stored. */
  get #tailSize(): number {
    return this.#tails.beginningOf(this.#nextPart)?.size ?? 0;
  }

  get #nextPart(): number {
    return this.#upload.count + 1;
  }

  /** Appends bytes. Begins to store each part when it is full. */
  async #add(bytes: Uint8Array): Promise<void> {
    if (this.#sealedSize !== undefined) throw alreadyComplete();
    this.writtenAt = performance.now();
    this.#hasReceived = true;
    let done = 0;
    while (done < bytes.length) {
      if (this.#behind === this.#partSize) await this.#beginPart();
      const buffer = await this.#loaded();
      const most = Math.min(buffer.length - this.#behind, bytes.length - done);
      if (most === 0) throw new AppError('too-large', 'more bytes than were announced');
      const piece = bytes.subarray(done, done + most);
      buffer.set(piece, this.#behind);
      this.#services.hashes.add(this.#id, piece, this.end);
      this.#behind += most;
      this.#isUnsaved = true;
      done += most;
    }
  }

  /** Appends zeros. */
  async #fill(bytes: number): Promise<void> {
    const zeros = new Uint8Array(Math.min(bytes, MIB));
    for (let left = bytes; left > 0; left -= zeros.length) {
      await this.#add(zeros.subarray(0, Math.min(left, zeros.length)));
    }
  }

  /** Returns the buffer with the bytes after the parts. Waits for memory and reads the tail if there is no buffer yet. */
  async #loaded(): Promise<Buffer> {
    if (this.#buffer !== undefined) return this.#buffer;
    const left = this.#length === undefined ? Infinity : this.#length - this.#fullParts;
    const bytes = Math.max(Math.min(this.#partSize, left), this.#behind, 1);
    // A part that is being stored keeps its memory. Waiting for more meanwhile could block all drafts at once.
    if (!this.#services.memory.isFree(bytes)) await this.#storePending();
    await this.#services.memory.take(this, bytes);
    try {
      const buffer = Buffer.allocUnsafeSlow(bytes);
      if (this.#behind > 0) {
        const tail = this.#tails.beginningOf(this.#nextPart);
        await this.#tails.read(tail, buffer.subarray(0, this.#behind));
      }
      this.#buffer = buffer;
      this.#services.inMemory.set(this.#id, this);
      return buffer;
    } catch (error) {
      this.#services.memory.release(this, bytes);
      throw error;
    }
  }

  /** Begins to store the bytes in the buffer as the next part, after the part before it. Its memory is freed when it is stored. */
  async #beginPart(): Promise<void> {
    await this.#storePending();
    this.#upload.requireRoom();
    const buffer = await this.#loaded();
    await this.#record();
    this.#storing = new PartBeingStored(buffer.subarray(0, this.#behind), async (bytes) => {
      const stored = await this.#upload.store(bytes);
      // In one step, so that the bytes are counted once at each moment.
      this.#upload.add(stored);
      this.#storing = undefined;
      this.#services.memory.release(this, buffer.length);
    });
    this.#buffer = undefined;
    this.#behind = 0;
    this.#isUnsaved = false;
  }

  /** Waits until the part that is being stored is stored. Its bytes remain after a failure, and the next call tries again. */
  async #storePending(): Promise<void> {
    await this.#storing?.stored();
  }

  /** Forgets a part that could not be stored, and all bytes after it. */
  #forgetPending(): void {
    if (this.#storing !== undefined) this.#free();
  }

  /** Stores the bytes in the buffer as the next part. */
  async #storePart(): Promise<void> {
    await this.#beginPart();
    await this.#storePending();
  }

  /** Stores what is only in memory: a whole part as such, fewer bytes as a tail. */
  async #save(): Promise<void> {
    await this.#storePending();
    if (!this.#isUnsaved) return;
    if (this.#behind === this.#partSize && this.end !== this.#length) return this.#storePart();
    const bytes = (await this.#loaded()).subarray(0, this.#behind);
    await this.#record();
    await this.#tails.store(this.#nextPart, bytes);
    this.#isUnsaved = false;
    await this.#tails.removeOld();
  }

  /** Creates the record of the draft, before anything is stored. */
  async #record(): Promise<void> {
    if (this.#isRecorded) return;
    const facts = { partSize: this.#partSize, length: this.#length };
    await this.#services.drafts.begin(this.#id, facts);
    this.#isRecorded = true;
  }

  /** Cuts the draft to its first `size` bytes. Throws `storage-failed` if that would cut a part in the middle whose beginning is in no tail. */
  async #cut(size: number): Promise<void> {
    if (this.#sealedSize !== undefined) throw alreadyComplete();
    await this.#storing?.ended();
    // A part that could not be stored is not needed if it is cut off.
    if (size <= this.#upload.size) this.#forgetPending();
    await this.#storePending();
    if (size < this.#upload.size) {
      const { count, end } = this.#upload.wholeParts(size);
      // Parts cannot be read before the blob is complete, so the first bytes of a cut part have to come from an older tail.
      const tail = this.#tails.covering(count + 1, size - end);
      if (size > end && tail === undefined) {
        throw new AppError('storage-failed', 'these bytes were stored and cannot be cut off');
      }
      await this.#upload.cut(count);
      this.#free();
      await this.#keepTails(tail);
    }
    this.#behind = size - this.#upload.size;
    if (this.#behind === 0) await this.#keepTails(undefined);
    else if (this.#tailSize > this.#behind) await this.#shorten();
    else if (this.#tailSize === this.#behind) this.#isUnsaved = false;
  }

  /** Replaces the tail by a shorter one, with the bytes that are left after the parts. */
  async #shorten(): Promise<void> {
    await this.#loaded();
    this.#isUnsaved = true;
    await this.#save();
  }

  /** Removes the tails that were written after `last`; without `last`, all those with bytes after the parts. */
  async #keepTails(last: BlobTail | undefined): Promise<void> {
    this.#isUnsaved = false;
    await (last === undefined
      ? this.#tails.keepBefore(this.#nextPart)
      : this.#tails.keepUntil(last));
  }

  /** Makes the complete blob an object, and checks its size. */
  async #complete(): Promise<void> {
    const { bucket } = this.#services;
    const size = this.end;
    await this.#storePending();
    if (this.#upload.count === 0) {
      const bytes = (await this.#loaded()).subarray(0, this.#behind);
      await bucket.put(this.#key, bytes, crc32(bytes));
    } else {
      if (this.#behind > 0) await this.#storePart();
      await this.#upload.complete();
    }
    requireSize(await bucket.size(this.#key), size);
    this.#isUnsaved = false;
    this.#sealedSize = size;
  }

  /** Frees all memory. Call it while no part is on its way. */
  #free(): void {
    const { inMemory, memory } = this.#services;
    if (inMemory.get(this.#id) === this) inMemory.delete(this.#id);
    memory.release(this);
    // Bytes that were not stored are lost.
    const isLost = this.#isUnsaved || this.#storing !== undefined;
    this.#storing = undefined;
    this.#buffer = undefined;
    if (isLost) this.#behind = this.#tailSize;
    this.#isUnsaved = false;
  }
}
