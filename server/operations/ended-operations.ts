import { OUTCOME_KEPT_MS } from '#contract/operations.ts';

// Maximum numbers of outcomes, far above the number of operations that a page starts. An outcome takes a few hundred bytes.
const MAX_OF_USER = 1_000;
const MAX_OF_ALL = 10_000;

/** Remembers the outcomes of operations, for clients that have lost the reply. Forgets the oldest first. */
export class EndedOperations<Ended> {
  /** Outcomes by user and key. Those of a user are in the order in which the operations ended; users in the order of their last one. */
  readonly #ofUser = new Map<number, Map<string, { readonly at: number; readonly ended: Ended }>>();
  #count = 0;

  remember(userId: number, key: string, ended: Ended): void {
    const own = this.#ofUser.get(userId) ?? new Map<string, { at: number; ended: Ended }>();
    this.#ofUser.delete(userId);
    this.#ofUser.set(userId, own.set(key, { at: Date.now(), ended }));
    this.#count += 1;
    if (own.size > MAX_OF_USER) this.#forgetOldestOf(userId);
    this.#forgetExpired();
    const [idlest = userId] = this.#ofUser.keys();
    if (this.#count > MAX_OF_ALL) this.#forgetOldestOf(idlest);
  }

  find(userId: number, key: string): Ended | undefined {
    this.#forgetExpired();
    return this.#ofUser.get(userId)?.get(key)?.ended;
  }

  #forgetExpired(): void {
    const limit = Date.now() - OUTCOME_KEPT_MS;
    for (const [userId, own] of this.#ofUser) {
      for (const { at } of own.values()) {
        if (at > limit) break;
        this.#forgetOldestOf(userId);
      }
    }
  }

  #forgetOldestOf(userId: number): void {
    const own = this.#ofUser.get(userId);
    const [oldest] = own?.keys() ?? [];
    if (!own || oldest === undefined) return;
    own.delete(oldest);
    this.#count -= 1;
    if (own.size === 0) this.#ofUser.delete(userId);
  }
}
