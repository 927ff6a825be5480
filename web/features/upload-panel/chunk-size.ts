/** The shortest chunk, and the first one of a file that the server does not take in one step, unless the setting is shorter. Bytes. */
export const MIN_BYTES = 64 * 1024;
/** The server writes a file up to this size in one step when it arrives in one chunk. Bytes. */
export const ONE_STEP_BYTES = 256 * 1024;

/** Milliseconds in which a chunk is quick: losing one costs nothing that a user would notice. */
const QUICK_MS = 500;
/** Milliseconds from which the latency of a request is small compared with sending the chunk. */
const LONG_ENOUGH_MS = 4_000;
/** Milliseconds from which a chunk is shorter next time. */
const TOO_LONG_MS = 15_000;
/** Unless chunks are quick, one is at most this part of the file, so that a cut connection does not set its progress back far. */
const MAX_SHARE = 1 / 8;

/**
 * The length of the next chunk of an upload. A chunk with a checksum counts whole or not at all, so that a cut connection
 * costs all of it. Chunks therefore begin short, grow to the setting while they are quick, and are halved after failures.
 */
export class ChunkSize {
  readonly #most: number;
  readonly #mostUnlessQuick: number;
  #bytes: number;
  /** By how much the chunk before has changed the length. */
  #factor = 4;

  /** `most`: the setting, in bytes. Without a limit, a file is sent in one request. */
  constructor(most: number, fileBytes: number) {
    this.#most = most;
    this.#mostUnlessQuick = Math.min(most, Math.max(MIN_BYTES, fileBytes * MAX_SHARE));
    const isWhole = most === Number.POSITIVE_INFINITY || fileBytes <= ONE_STEP_BYTES;
    this.#bytes = isWhole ? most : Math.min(most, MIN_BYTES);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Expected length of the chunk that follows if this one succeeds. */
  get bytesAfterSuccess(): number {
    return this.#grown(this.#factor);
  }

  /** Notes the milliseconds between the first byte of a chunk and its acknowledgement. */
  succeed(tookMs: number): void {
    if (tookMs < QUICK_MS) this.#factor = 4;
    else if (tookMs < LONG_ENOUGH_MS) this.#factor = 2;
    else this.#factor = tookMs < TOO_LONG_MS ? 1 : 0.5;
    this.#bytes = this.#grown(this.#factor);
  }

  /** Halves the chunk that was lost; the last chunk of a file is shorter than the others. */
  fail(lostBytes: number): void {
    const half = Math.max(MIN_BYTES, Math.ceil(lostBytes / 2));
    this.#bytes = Math.min(this.#bytes, half);
  }

  #grown(factor: number): number {
    const wanted = Math.max(this.#bytes * factor, MIN_BYTES);
    const limit = factor === 4 ? this.#most : Math.max(this.#bytes, this.#mostUnlessQuick);
    return Math.ceil(Math.min(wanted, limit, this.#most));
  }
}
