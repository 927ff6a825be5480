import { AppError } from '../../errors.ts';

/** Another request may be quicker to take the upload that was just let go. */
const MAX_ATTEMPTS = 5;

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
    const running = work(stop.signal).finally(() => this.#holders.delete(id));
    this.#holders.set(id, { stop, released: running.then(noop, noop) });
    return running;
  }

  /**
   * Runs `work` as the only writer, after making the present one, if there is one, put what it has on disk
   * and let go. `locked` when others keep being quicker.
   */
  async takeOver<T>(id: number, work: () => Promise<T>): Promise<T> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await this.#release(id);
      // In one object, so that a result that is undefined is not taken for having come too late.
      const done = await this.hold(id, async () => ({ result: await work() }));
      if (done !== undefined) return done.result;
    }
    throw new AppError('locked', 'others keep writing this upload');
  }

  async #release(id: number): Promise<void> {
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
