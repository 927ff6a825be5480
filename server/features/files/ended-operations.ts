import { OUTCOME_KEPT_MS } from '#contract/operations.ts';

/** More than a page has under way at once, by far; a few hundred bytes each. */
const MOST_OF_USER = 1_000;
const MOST_OF_ALL = 10_000;

/** What is known of acts that have ended, for those who have lost their answer. The oldest is forgotten first. */
export class EndedOperations<Ended> {
  /** Whoever has ended something last comes last, and so do their acts. */
  readonly #ofUser = new Map<number, Map<string, { readonly at: number; readonly ended: Ended }>>();
  #count = 0;

  remember(userId: number, key: string, ended: Ended): void {
    const own = this.#ofUser.get(userId) ?? new Map<string, { at: number; ended: Ended }>();
    this.#ofUser.delete(userId);
    this.#ofUser.set(userId, own.set(key, { at: Date.now(), ended }));
    this.#count += 1;
    if (own.size > MOST_OF_USER) this.#forgetOldestOf(userId);
    this.#forgetExpired();
    const [idlest = userId] = this.#ofUser.keys();
    if (this.#count > MOST_OF_ALL) this.#forgetOldestOf(idlest);
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
