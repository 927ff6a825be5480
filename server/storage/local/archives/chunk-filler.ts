import { takeBuffer } from '../../../lib/buffer-pool.ts';

/** Small members travel together. Bytes. */
const CHUNK_BYTES = 512 * 1024;

/** Collects what is written in a chunk, whose buffer changes hands when it is full. */
export class ChunkFiller {
  #chunk: Buffer<ArrayBuffer> | undefined;
  #used = 0;

  /** Whether so many bytes need no fresh chunk. */
  hasRoom(bytes: number): boolean {
    return this.#chunk === undefined || this.#chunk.length - this.#used >= bytes;
  }

  /** A place for so many bytes behind those collected; there has to be room. */
  take(bytes: number): Place {
    this.#chunk ??= takeBuffer(Math.max(CHUNK_BYTES, bytes));
    const start = this.#used;
    this.#used += bytes;
    return { bytes: this.#chunk, start };
  }

  /** What has been collected, if anything; the next bytes go into another chunk. */
  full(): Uint8Array<ArrayBuffer> | undefined {
    const chunk = this.#chunk;
    if (chunk === undefined || this.#used === 0) return undefined;
    const used = this.#used;
    this.#chunk = undefined;
    this.#used = 0;
    return new Uint8Array(chunk.buffer, chunk.byteOffset, used);
  }
}

export interface Place {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly start: number;
}
