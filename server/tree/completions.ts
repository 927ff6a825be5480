import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from '../metadata/database-unavailable.ts';

const REPEAT_AFTER_MS = 1_000;

interface Completion {
  readonly store: () => Promise<void>;
  readonly ended: () => void;
}

/**
 * Stores that operations are complete. What an operation has changed on disk stays changed while the database is unavailable: its
 * completion is stored when the database answers again, in the order in which operations have ended. A process that ends
 * before that leaves their journal records to the next start.
 */
export class Completions {
  readonly #pending: Completion[] = [];
  #storing: Promise<void> | undefined;
  #isClosed = false;

  /**
   * Resolves when the completion is stored, or waits for the database. `store` may be called several times; `ended` is called once, when it
   * has succeeded or has failed for good.
   */
  async store(store: () => Promise<void>, ended: () => void = () => undefined): Promise<void> {
    if (this.#pending.length === 0) {
      try {
        await store();
        return ended();
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) {
          ended();
          throw error;
        }
      }
    }
    this.#pending.push({ store, ended });
    this.#repeat();
  }

  /** Resolves when no completion waits; rejects with DatabaseUnavailable while the database does not take them. */
  async settled(): Promise<void> {
    if (this.#pending.length > 0) await this.#storePending();
  }

  /** Tries a last time. What is not stored then is left to the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled().catch(() => undefined);
  }

  #repeat(): void {
    if (this.#storing !== undefined) return;
    void delay(REPEAT_AFTER_MS, undefined, { ref: false })
      .then(() => (this.#isClosed ? undefined : this.#storePending()))
      .catch(() => this.#repeat());
  }

  #storePending(): Promise<void> {
    this.#storing ??= this.#storeInOrder().finally(() => {
      this.#storing = undefined;
    });
    return this.#storing;
  }

  async #storeInOrder(): Promise<void> {
    for (let next = this.#pending[0]; next !== undefined; next = this.#pending[0]) {
      try {
        await next.store();
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
        // The journal record stays, and the next start handles it.
      }
      this.#pending.shift();
      next.ended();
    }
  }
}
