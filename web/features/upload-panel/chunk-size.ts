/** The shortest chunk after failures, unless the setting is shorter. Bytes. */
export const LEAST_BYTES = 256 * 1024;

/**
 * The length of the next chunk of an upload. A chunk with a checksum counts whole or not at all, so that a cut connection
 * costs all of it. Chunks are therefore halved after failures, and doubled after successes, up to the setting.
 */
export class ChunkSize {
  readonly #most: number;
  #bytes: number;

  constructor(most: number) {
    this.#most = most;
    this.#bytes = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Length of the chunk that follows if this one succeeds. */
  get bytesAfterSuccess(): number {
    return Math.min(this.#most, this.#bytes * 2);
  }

  succeed(): void {
    this.#bytes = this.bytesAfterSuccess;
  }

  /** Halves the chunk that was lost; the last chunk of a file is shorter than the others. */
  fail(lostBytes: number): void {
    const half = Math.max(LEAST_BYTES, Math.ceil(lostBytes / 2));
    this.#bytes = Math.min(this.#bytes, half);
  }
}
