/** Limits how many pieces of work run at the same time. Others wait, and begin in the order in which they were requested. */
export class Slots {
  readonly #maxRunning: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(maxRunning: number) {
    this.#maxRunning = maxRunning;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#maxRunning) {
      // Work that ends passes its slot on, so `#running` stays the same.
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
