const FIRST_CAPACITY = 16;

/** A list of numbers from 0 to 2^32 - 1, which takes four bytes for each. */
export class NumberList {
  #values: Uint32Array;
  #length: number;

  constructor(values: Uint32Array = new Uint32Array(FIRST_CAPACITY), length = 0) {
    this.#values = values;
    this.#length = length;
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(Math.max(FIRST_CAPACITY, this.#length * 2));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** Returns the last index with a value of at most `value`; -1 if there is none. The list has to be ascending. */
  lastNotAbove(value: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Returns a copy that takes no more memory than it needs. */
  trimmed(): NumberList {
    return new NumberList(this.#values.slice(0, this.#length), this.#length);
  }

  clear(): void {
    this.#length = 0;
  }
}

/** A list of texts, which are stored in UTF-8 one after another. */
export class TextList {
  #bytes: Buffer;
  readonly #starts: NumberList;
  #used: number;

  constructor(
    bytes: Buffer = Buffer.alloc(FIRST_CAPACITY),
    starts: NumberList = new NumberList(),
    used = 0,
  ) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#used = used;
  }

  get length(): number {
    return this.#starts.length;
  }

  push(text: string): void {
    const most = text.length * 3;
    if (this.#used + most > this.#bytes.length) {
      const larger = Buffer.alloc(this.#bytes.length * 2 + most);
      this.#bytes.copy(larger, 0, 0, this.#used);
      this.#bytes = larger;
    }
    this.#starts.push(this.#used);
    this.#used += this.#bytes.write(text, this.#used);
  }

  at(index: number): string {
    return this.#bytes.toString('utf8', this.#starts.at(index), this.#endOf(index));
  }

  /** Copies the bytes of a text. Returns their number. */
  copyTo(target: Buffer, position: number, index: number): number {
    return this.#bytes.copy(target, position, this.#starts.at(index), this.#endOf(index));
  }

  trimmed(): TextList {
    const bytes = Buffer.allocUnsafeSlow(this.#used);
    this.#bytes.copy(bytes, 0, 0, this.#used);
    return new TextList(bytes, this.#starts.trimmed(), this.#used);
  }

  clear(): void {
    this.#starts.clear();
    this.#used = 0;
  }

  #endOf(index: number): number {
    return index + 1 < this.#starts.length ? this.#starts.at(index + 1) : this.#used;
  }
}
