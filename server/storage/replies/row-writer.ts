/** Maximum number of UTF-8 bytes per UTF-16 unit. */
const MAX_BYTES_A_CHARACTER = 3;
const USUAL_ROW_BYTES = 224;

/**
 * Collects rows, with commas between them, as bytes. Each row's text can be forgotten at once: kept until the
 * end, a hundred thousand of them would be carried along by every collection of garbage.
 */
export class RowWriter {
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;

  constructor(expectedRows: number) {
    this.#bytes = bufferOf(expectedRows * USUAL_ROW_BYTES);
  }

  write(row: string): void {
    this.#makeRoom(1 + row.length * MAX_BYTES_A_CHARACTER);
    if (this.#length > 0) this.#length += this.#bytes.write(',', this.#length, 'latin1');
    this.#length += this.#bytes.write(row, this.#length, 'utf8');
  }

  /** Returns the rows in a buffer of their own, which can be transferred. */
  finish(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.buffer, 0, this.#length);
  }

  #makeRoom(bytes: number): void {
    const wanted = this.#length + bytes;
    if (wanted <= this.#bytes.length) return;
    const larger = bufferOf(Math.max(wanted, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

function bufferOf(bytes: number): Buffer<ArrayBuffer> {
  return Buffer.from(new ArrayBuffer(bytes));
}
