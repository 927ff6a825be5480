interface Bucket {
  tokens: number;
  /** Milliseconds of the clock that callers pass in. */
  filledAt: number;
}

export interface RateLimits {
  /** Maximum number of events at once. */
  readonly burst: number;
  /** Time in milliseconds after which one more event is allowed. */
  readonly refillMs: number;
  /** Maximum number of keys that are remembered. The key that was used longest ago is forgotten first. */
  readonly maxKeys: number;
}

/** Limits the rate of events of each key by token buckets. */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /** Returns the milliseconds until the key is allowed another event; 0 when it is allowed now. */
  waitMs(key: string, nowMs: number): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return 0;
    const tokens = this.#filled(bucket, nowMs);
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) * this.#limits.refillMs);
  }

  /** Counts an event of the key. */
  consume(key: string, nowMs: number): void {
    const bucket = this.#buckets.get(key);
    const tokens = bucket === undefined ? this.#limits.burst : this.#filled(bucket, nowMs);
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: Math.max(0, tokens - 1), filledAt: nowMs });
    this.#forgetOldest();
  }

  /** Takes back an event that was counted. */
  refund(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) bucket.tokens = Math.min(this.#limits.burst, bucket.tokens + 1);
  }

  #filled(bucket: Bucket, nowMs: number): number {
    const { burst, refillMs } = this.#limits;
    return Math.min(burst, bucket.tokens + (nowMs - bucket.filledAt) / refillMs);
  }

  #forgetOldest(): void {
    if (this.#buckets.size <= this.#limits.maxKeys) return;
    for (const oldest of this.#buckets.keys()) {
      this.#buckets.delete(oldest);
      return;
    }
  }
}
