export interface ByteLimits {
  /** Maximum number of bytes of all accounts together. */
  readonly total: number;
  /** Maximum number of bytes of one account: of a user, or of a share. */
  readonly perAccount: number;
}

/** Counts bytes that are held in memory for accounts, so that callers can use less memory when a limit is reached. */
export class ByteBudget {
  readonly #limits: ByteLimits;
  readonly #heldOf = new Map<string, number>();
  #held = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /** Number of bytes held for all accounts. */
  get held(): number {
    return this.#held;
  }

  /** Returns whether `bytes` more would exceed the limit of the account, or the total. */
  isTight(account: string, bytes = 0): boolean {
    const own = this.#heldOf.get(account) ?? 0;
    return own + bytes > this.#limits.perAccount || this.#held + bytes > this.#limits.total;
  }

  /** Adds bytes to an account. A negative number releases them. */
  count(account: string, bytes: number): void {
    this.#held += bytes;
    const own = (this.#heldOf.get(account) ?? 0) + bytes;
    if (own === 0) this.#heldOf.delete(account);
    else this.#heldOf.set(account, own);
  }
}
