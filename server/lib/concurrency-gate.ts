/** Lets at most `atOnce` pieces of work run; others wait in order, and beyond `waiting` are turned away. */
export class ConcurrencyGate {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: { readonly atOnce: number; readonly waiting: number }) {
    this.#atOnce = limits.atOnce;
    this.#mayWait = limits.waiting;
  }

  /** Undefined, without starting `work`, when too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#mayWait) return undefined;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      // The place is handed over, not freed, when someone waits: nobody can slip in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
