const BLOCK_BYTES = 64 * 1024;

/** The central directory until it is written: bytes in blocks, not an object for each of a million members. */
export class RecordStore {
  readonly #full: Buffer[] = [];
  #block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  #used = 0;
  #bytes = 0;

  /** Of all records. */
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
