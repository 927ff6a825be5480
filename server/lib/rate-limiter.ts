interface Bucket {
  tokens: number;
  /** Milliseconds, of the clock that is passed in. */
  filledAt: number;
}

/**
 * A bounded table of token buckets: each key may spend `burst` at once and gets one back every `refillMs`.
 * A full table forgets the keys that were asked for longest ago.
 */
export class RateLimiter {
  readonly #burst: number;
  readonly #refillMs: number;
  readonly #maxKeys: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(options: {
    readonly burst: number;
    readonly refillMs: number;
    readonly maxKeys: number;
  }) {
    this.#burst = options.burst;
    this.#refillMs = options.refillMs;
    this.#maxKeys = options.maxKeys;
  }

  /** Milliseconds until the key may spend again; 0 when it may now. */
  waitMs(key: string, nowMs: number): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return 0;
    const tokens = this.#filled(bucket, nowMs);
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) * this.#refillMs);
  }

  spend(key: string, nowMs: number): void {
    const bucket = this.#buckets.get(key);
    const tokens = bucket === undefined ? this.#burst : this.#filled(bucket, nowMs);
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: Math.max(0, tokens - 1), filledAt: nowMs });
    this.#forgetOldest();
  }

  giveBack(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) bucket.tokens = Math.min(this.#burst, bucket.tokens + 1);
  }

  #filled(bucket: Bucket, nowMs: number): number {
    return Math.min(this.#burst, bucket.tokens + (nowMs - bucket.filledAt) / this.#refillMs);
  }

  #forgetOldest(): void {
    if (this.#buckets.size <= this.#maxKeys) return;
    for (const oldest of this.#buckets.keys()) {
      this.#buckets.delete(oldest);
      return;
    }
  }
}
