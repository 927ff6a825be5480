import { takeBuffer } from '../../../lib/buffer-pool.ts';

/** Size of a chunk, in which small members are collected. Bytes. */
const CHUNK_BYTES = 512 * 1024;

/** Collects bytes in chunks, which are transferred to another thread when they are full. */
export class ChunkFiller {
  #chunk: Buffer<ArrayBuffer> | undefined;
  #used = 0;

  /** Returns true if the current chunk has space for this number of bytes. */
  hasRoom(bytes: number): boolean {
    return this.#chunk === undefined || this.#chunk.length - this.#used >= bytes;
  }

  /** Reserves the next bytes of the current chunk, which must have space for them. */
  take(bytes: number): ReservedBytes {
    this.#chunk ??= takeBuffer(Math.max(CHUNK_BYTES, bytes));
    const start = this.#used;
    this.#used += bytes;
    return { bytes: this.#chunk, start };
  }

  /** Ends the current chunk and returns it; undefined if it is empty. The next bytes go into a new chunk. */
  end(): Uint8Array<ArrayBuffer> | undefined {
    const chunk = this.#chunk;
    if (chunk === undefined || this.#used === 0) return undefined;
    const used = this.#used;
    this.#chunk = undefined;
    this.#used = 0;
    return new Uint8Array(chunk.buffer, chunk.byteOffset, used);
  }
}

/** Bytes of a chunk, from `start` on, that were reserved for the caller. */
export interface ReservedBytes {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly start: number;
}
