interface Shared<Result> {
  readonly result: Promise<Result>;
  readonly stop: AbortController;
  waiting: number;
}

/** Runs work only once when several callers request it at the same time. Cancels the work when no caller waits any more. */
export class SingleFlight<Result> {
  readonly #running = new Map<string, Shared<Result>>();

  /** Joins the work for `key`, or starts it. Rejects with the reason of `signal` as soon as that aborts, even if the work continues for other callers. */
  async join(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const shared = this.#running.get(key) ?? this.#begin(key, work);
    shared.waiting += 1;
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason instanceof Error ? signal.reason : new Error('cancelled'));
    });
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([shared.result, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      shared.waiting -= 1;
      if (shared.waiting === 0) this.#giveUp(key, shared, signal);
    }
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Shared<Result> {
    const stop = new AbortController();
    const result = work(stop.signal).finally(() => {
      if (this.#running.get(key) === shared) this.#running.delete(key);
    });
    // Prevents an unhandled rejection when no caller waits any more.
    result.catch(() => undefined);
    const shared: Shared<Result> = { result, stop, waiting: 0 };
    this.#running.set(key, shared);
    return shared;
  }

  #giveUp(key: string, shared: Shared<Result>, { reason }: AbortSignal): void {
    // A later caller starts new work.
    if (this.#running.get(key) === shared) this.#running.delete(key);
    shared.stop.abort(reason);
  }
}
