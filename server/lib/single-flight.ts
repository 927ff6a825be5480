interface Shared<Result> {
  readonly result: Promise<Result>;
  readonly stop: AbortController;
  waiting: number;
}

/** Runs work that several callers want at the same time once. The work is cancelled when no caller waits for it any more. */
export class SingleFlight<Result> {
  readonly #underWay = new Map<string, Shared<Result>>();

  /** Joins the work for `key`, or starts it. Rejects with the reason of the signal as soon as it aborts, whatever the work does. */
  async join(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const shared = this.#underWay.get(key) ?? this.#begin(key, work);
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
      if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
    });
    // Prevents an unhandled rejection when no caller waits any more.
    result.catch(() => undefined);
    const shared: Shared<Result> = { result, stop, waiting: 0 };
    this.#underWay.set(key, shared);
    return shared;
  }

  #giveUp(key: string, shared: Shared<Result>, { reason }: AbortSignal): void {
    // A later caller starts new work.
    if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
    shared.stop.abort(reason);
  }
}
