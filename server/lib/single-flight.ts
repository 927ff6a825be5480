interface Shared<Result> {
  readonly result: Promise<Result>;
  readonly stop: AbortController;
  waiting: number;
}

/** Work that several want at once is done once; it is called off when none of them wants it any more. */
export class SingleFlight<Result> {
  readonly #underWay = new Map<string, Shared<Result>>();

  /** Rejects with the signal's reason as soon as it aborts, whatever the work does then. */
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
      leave = () =>
        reject(signal.reason instanceof Error ? signal.reason : new Error('called off'));
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
    // Whoever waits hears of a failure; when nobody does any more, nobody has to.
    result.catch(() => undefined);
    const shared: Shared<Result> = { result, stop, waiting: 0 };
    this.#underWay.set(key, shared);
    return shared;
  }

  #giveUp(key: string, shared: Shared<Result>, { reason }: AbortSignal): void {
    // Somebody who comes now begins afresh.
    if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
    shared.stop.abort(reason);
  }
}
