/**
 * Runs an operation for several concurrent callers, such as a flush that makes all earlier writes durable. Each caller gets a run
 * that begins after its call. Callers that arrive during a run share the next one.
 */
export class SharedRuns {
  readonly #run: () => Promise<void>;
  #current: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(run: () => Promise<void>) {
    this.#run = run;
  }

  join(): Promise<void> {
    if (this.#current === undefined) return this.#start();
    this.#next ??= this.#startAfter(this.#current);
    return this.#next;
  }

  /** Resolves when no run is in progress, whether runs succeeded or failed. */
  async idle(): Promise<void> {
    while (this.#current !== undefined) await this.#current.catch(() => undefined);
  }

  async #startAfter(earlier: Promise<void>): Promise<void> {
    await earlier.catch(() => undefined);
    this.#next = undefined;
    await this.#start();
  }

  #start(): Promise<void> {
    const current = this.#run().finally(() => {
      if (this.#current === current) this.#current = undefined;
    });
    this.#current = current;
    return current;
  }
}
