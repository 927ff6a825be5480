/**
 * Minimum length of a chunk in bytes, unless the setting is shorter. Also the length of the first chunk of a file that
 * the server does not write in one step.
 */
export const MIN_BYTES = 64 * 1024;
/** The server writes a file up to this size in one step when it arrives in one chunk. Bytes. */
export const ONE_STEP_BYTES = 256 * 1024;

/** Milliseconds in which a chunk is quick: losing one costs nothing that a user would notice. */
const QUICK_MS = 500;
/** A chunk that takes this many milliseconds is long enough: the latency of its request is small in comparison. */
const LONG_ENOUGH_MS = 4_000;
/** After a chunk that takes this many milliseconds or more, the next one is shorter. */
const TOO_LONG_MS = 15_000;
/** Unless chunks are quick, a chunk is at most this fraction of the file, so that a cut connection does not set its progress back far. */
const MAX_FRACTION = 1 / 8;

/**
 * The length of the next chunk of an upload. A chunk with a checksum counts whole or not at all, so that a cut connection
 * costs all of it. Chunks therefore begin short, grow to the setting while they are quick, and are halved after failures.
 */
export class ChunkSize {
  readonly #most: number;
  readonly #mostUnlessQuick: number;
  #bytes: number;
  /** Factor by which the last chunk has changed the length; 4 if it was quick, and before the first one. */
  #factor = 4;

  /** `most`: the setting, in bytes. Without a limit, a file is sent in one request. */
  constructor(most: number, fileBytes: number) {
    this.#most = most;
    this.#mostUnlessQuick = Math.min(most, Math.max(MIN_BYTES, fileBytes * MAX_FRACTION));
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
