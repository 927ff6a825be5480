export interface ByteLimits {
  /** Bytes of all accounts together. */
  readonly all: number;
  /** Bytes of one account: a user's, or a share's. */
  readonly ofOne: number;
}

/** Counts bytes that are held in memory for somebody, so that whoever would hold too much can do with less. */
export class ByteBudget {
  readonly #limits: ByteLimits;
  readonly #heldOf = new Map<string, number>();
  #held = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /** Bytes held by all accounts. */
  get held(): number {
    return this.#held;
  }

  /** Whether the account, or all together, hold so much that `bytes` more are too many. */
  isTight(account: string, bytes = 0): boolean {
    const own = this.#heldOf.get(account) ?? 0;
    return own + bytes > this.#limits.ofOne || this.#held + bytes > this.#limits.all;
  }

  /** `bytes` is negative for what is held no more. */
  count(account: string, bytes: number): void {
    this.#held += bytes;
    const own = (this.#heldOf.get(account) ?? 0) + bytes;
    if (own === 0) this.#heldOf.delete(account);
    else this.#heldOf.set(account, own);
  }
}
