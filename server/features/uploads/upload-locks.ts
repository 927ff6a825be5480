/**
 * One writer at a time for each upload. Somebody who wants to know where an upload stands may make the
 * present writer stop: after a lost connection it would otherwise hold on until the server notices.
 */
export class UploadLocks {
  readonly #holders = new Map<number, Holder>();

  /** Runs `work` as the only writer; undefined, without running it, when there is one already. */
  async hold<T>(id: number, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    if (this.#holders.has(id)) return undefined;
    const stop = new AbortController();
    const running = work(stop.signal);
    const released = running.then(noop, noop);
    this.#holders.set(id, { stop, released });
    try {
      return await running;
    } finally {
      this.#holders.delete(id);
    }
  }

  /** Makes the present writer, if there is one, put what it has on disk and let go. */
  async release(id: number): Promise<void> {
    const holder = this.#holders.get(id);
    if (holder === undefined) return;
    holder.stop.abort();
    await holder.released;
  }

  isHeld(id: number): boolean {
    return this.#holders.has(id);
  }
}

interface Holder {
  readonly stop: AbortController;
  readonly released: Promise<void>;
}

function noop(): void {
  // Whoever waits only wants to know that it is over.
}
