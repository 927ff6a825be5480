const BLOCK_BYTES = 64 * 1024;

/**
 * Collects the central directory in blocks of bytes, because an object for each of a million members would need too
 * much memory.
 */
export class RecordStore {
  readonly #full: Buffer[] = [];
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #used = 0;
  #bytes = 0;

  /** Length of all records in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  add(record: Uint8Array): void {
    this.#bytes += record.length;
    if (this.#used + record.length > this.#block.length) {
      this.#full.push(this.#block.subarray(0, this.#used));
      this.#block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, record.length));
      this.#used = 0;
    }
    this.#block.set(record, this.#used);
    this.#used += record.length;
  }

  *blocks(): Generator<Uint8Array> {
    yield* this.#full;
    yield this.#block.subarray(0, this.#used);
  }
}
