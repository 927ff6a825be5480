/** Maximum number of UTF-8 bytes of a UTF-16 unit, of which `length` of a string is the number. */
const MAX_BYTES_PER_UNIT = 3;
/** Space that is reserved for each expected row. */
const USUAL_ROW_BYTES = 224;

/**
 * Collects rows as bytes, with commas between them. As strings, a hundred thousand rows would slow down every garbage
 * collection until the end.
 */
export class RowWriter {
  #bytes: Buffer<ArrayBuffer>;
  #length = 0;

  constructor(expectedRows: number) {
    this.#bytes = bufferOf(expectedRows * USUAL_ROW_BYTES);
  }

  write(row: string): void {
    this.#makeRoom(1 + row.length * MAX_BYTES_PER_UNIT);
    if (this.#length > 0) this.#length += this.#bytes.write(',', this.#length, 'latin1');
    this.#length += this.#bytes.write(row, this.#length, 'utf8');
  }

  /** Returns the rows. Their buffer contains nothing else, so it can be transferred to another thread. */
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
