/** A draft that holds memory for a part, and can write its bytes to the store to free the memory. */
export interface PartHolder {
  /** Time of the last write, by `performance.now()`. */
  readonly writtenAt: number;
  /** Writes what is in memory to the store and releases the memory. Never rejects. */
  spill(): Promise<void>;
}

interface Waiting {
  readonly bytes: number;
  readonly holder: PartHolder;
  readonly begin: () => void;
}

/** Time without a byte after which a draft has to free its memory if another one waits. Milliseconds. */
const IDLE_AFTER_MS = 1_000;

/**
 * Limits the memory for parts of blobs that are being written. Drafts get memory in the order in which they ask for it. While some wait, those
 * whose clients have stalled write their bytes to the store and free their memory.
 */
export class PartMemory {
  readonly #total: number;
  readonly #held = new Map<PartHolder, number>();
  #bytes = 0;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** @param total Bytes. A single larger part gets its memory when no other has any. */
  constructor(total: number) {
    this.#total = total;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns true if `take` would resolve at once. */
  isFree(bytes: number): boolean {
    return this.#waiting.length === 0 && this.#fits(bytes);
  }

  /**
   * Resolves when the holder may use `bytes` more bytes of memory. A holder that has some already calls it only if they are free: holders that
   * wait for each other's memory would wait for ever.
   */
  async take(holder: PartHolder, bytes: number): Promise<void> {
    if (this.isFree(bytes)) return this.#give(holder, bytes);
    const given = new Promise<void>((begin) => this.#waiting.push({ bytes, holder, begin }));
    this.#freeIdle();
    await given;
  }

  /** Frees memory of a holder; all that it has, by default. */
  release(holder: PartHolder, bytes = this.#held.get(holder) ?? 0): void {
    const left = (this.#held.get(holder) ?? 0) - bytes;
    if (left > 0) this.#held.set(holder, left);
    else this.#held.delete(holder);
    this.#bytes -= bytes;
    for (let next = this.#waiting[0]; next && this.#fits(next.bytes); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#give(next.holder, next.bytes);
      next.begin();
    }
  }

  #fits(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#total;
  }

  #give(holder: PartHolder, bytes: number): void {
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + bytes);
    this.#bytes += bytes;
  }

  /** Lets the draft that has been idle for longest free its memory, and looks again a little later, as long as others wait. */
  #freeIdle(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0) return;
    const idleSince = performance.now() - IDLE_AFTER_MS;
    const idle = [...this.#held.keys()]
      .filter(({ writtenAt }) => writtenAt <= idleSince)
      .toSorted((one, other) => one.writtenAt - other.writtenAt);
    void idle[0]?.spill();
    this.#timer = setTimeout(() => this.#freeIdle(), idle.length > 1 ? 50 : 250).unref();
  }
}
