import type { ChecksumReply, ChecksumRequest } from './checksum-worker.ts';

/** Larger chunks are sent without a checksum: reading them twice takes too long, and a lost connection would cost all of one. Bytes. */
const MAX_BYTES = 64 * 1_048_576;

/** Computes checksums of chunks in a worker that all uploads share. */
export class ChecksumWorker {
  readonly #waiting = new Map<number, (crc: number | undefined) => void>();
  #worker: Worker | undefined;
  #hasFailed = false;
  #nextId = 0;

  /** Returns the CRC-32 of a chunk; undefined if it cannot be read, or if the worker cannot be started. */
  crcOf(chunk: Blob): Promise<number | undefined> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    if (worker === undefined) return Promise.resolve(undefined);
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      worker.postMessage({ id, chunk } satisfies ChecksumRequest);
    });
  }

  #start(): Worker | undefined {
    if (this.#hasFailed) return undefined;
    try {
      const worker = new Worker(new URL('./checksum-worker.ts', import.meta.url), {
        type: 'module',
      });
      worker.addEventListener('message', ({ data }: MessageEvent<ChecksumReply>) => {
        this.#waiting.get(data.id)?.(data.crc);
        this.#waiting.delete(data.id);
      });
      worker.addEventListener('error', () => this.#fail());
      return worker;
    } catch {
      this.#fail();
      return undefined;
    }
  }

  /** Answers all requests without a checksum from now on, so that uploads go on. */
  #fail(): void {
    this.#hasFailed = true;
    this.#worker = undefined;
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }
}

/** Position of a chunk in its file, and its length in bytes. The last chunk of a file may be shorter. */
export interface ChunkRange {
  readonly offset: number;
  readonly bytes: number;
}

/** The checksums of the chunks of one file. While a chunk is sent, that of the next one is computed. */
export class ChunkChecksums {
  readonly #worker: ChecksumWorker;
  readonly #file: Blob;
  #ahead: (ChunkRange & { readonly crc: Promise<number | undefined> }) | undefined;

  constructor(worker: ChecksumWorker, file: Blob) {
    this.#worker = worker;
    this.#file = file;
  }

  /**
   * Returns the value of the header `Upload-Checksum` for a chunk; undefined if it is sent without one. `nextBytes` is the
   * length of the chunk that follows.
   */
  async headerOf(chunk: ChunkRange, nextBytes: number): Promise<string | undefined> {
    if (Math.min(chunk.bytes, this.#file.size) > MAX_BYTES) return undefined;
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const isAhead = ahead?.offset === chunk.offset && ahead.bytes === chunk.bytes;
    // Computed again for a chunk that is sent again, because the file may have changed.
    const crc = await (isAhead ? ahead.crc : this.#crcOf(chunk));
    const next = { offset: chunk.offset + chunk.bytes, bytes: nextBytes };
    const isSummed = Math.min(nextBytes, this.#file.size) <= MAX_BYTES;
    if (next.offset < this.#file.size && isSummed) {
      this.#ahead = { ...next, crc: this.#crcOf(next) };
    }
    return crc === undefined ? undefined : `crc32 ${base64Of(crc)}`;
  }

  #crcOf({ offset, bytes }: ChunkRange): Promise<number | undefined> {
    return this.#worker.crcOf(this.#file.slice(offset, offset + bytes));
  }
}

/** Encodes the four bytes of a checksum, the most significant one first. */
function base64Of(crc: number): string {
  return btoa(String.fromCharCode(crc >>> 24, (crc >>> 16) & 255, (crc >>> 8) & 255, crc & 255));
}
