/** Maximum number of transactions at once: fewer than the connections of a database, so that reads never wait for all writes. */
const MOST_AT_ONCE = 8;

/** Runs transactions in the order in which they were requested, a few at a time. */
export class WriteSlots {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= MOST_AT_ONCE) {
      // The slot of the transaction that ends is passed on.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
