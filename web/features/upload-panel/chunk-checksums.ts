import type { ChecksumReply, ChecksumRequest } from './checksum-worker.ts';

/** Larger chunks are sent without a checksum: reading them twice takes too long, and a lost connection would cost all of one. Bytes. */
const MOST_BYTES = 64 * 1_048_576;

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

  /** Uploads go on without checksums. */
  #fail(): void {
    this.#hasFailed = true;
    this.#worker = undefined;
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }
}

/** The checksums of the chunks of one file. While a chunk is sent, that of the next one is computed. */
export class ChunkChecksums {
  readonly #worker: ChecksumWorker;
  readonly #file: Blob;
  readonly #chunkBytes: number;
  #ahead: { readonly offset: number; readonly crc: Promise<number | undefined> } | undefined;

  constructor(worker: ChecksumWorker, file: Blob, chunkBytes: number) {
    this.#worker = worker;
    this.#file = file;
    this.#chunkBytes = chunkBytes;
  }

  /** Returns the value of the header `Upload-Checksum` for the chunk at the offset; undefined if it is sent without one. */
  async headerAt(offset: number): Promise<string | undefined> {
    if (Math.min(this.#chunkBytes, this.#file.size) > MOST_BYTES) return undefined;
    const ahead = this.#ahead;
    this.#ahead = undefined;
    // Computed anew for a chunk that is sent again, because the file may have changed.
    const crc = await (ahead?.offset === offset ? ahead.crc : this.#crcAt(offset));
    const next = offset + this.#chunkBytes;
    if (next < this.#file.size) this.#ahead = { offset: next, crc: this.#crcAt(next) };
    return crc === undefined ? undefined : `crc32 ${base64Of(crc)}`;
  }

  #crcAt(offset: number): Promise<number | undefined> {
    return this.#worker.crcOf(this.#file.slice(offset, offset + this.#chunkBytes));
  }
}

/** Encodes the four bytes of a checksum, the most significant one first. */
function base64Of(crc: number): string {
  return btoa(String.fromCharCode(crc >>> 24, (crc >>> 16) & 255, (crc >>> 8) & 255, crc & 255));
}
