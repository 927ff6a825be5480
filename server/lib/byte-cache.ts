/** Keeps the values that were used last, up to a total number of bytes (LRU). */
export class ByteCache<Value extends { readonly bytes: Uint8Array }> {
  readonly #capacity: number;
  readonly #entries = new Map<string, Value>();
  #bytes = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Stores a value, unless it is larger than the whole cache. */
  set(key: string, value: Value): void {
    this.#forget(key);
    if (value.bytes.length > this.#capacity) return;
    this.#entries.set(key, value);
    this.#bytes += value.bytes.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#capacity) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const old = this.#entries.get(key);
    if (old === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= old.bytes.length;
  }
}
