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

/** Exchanges the events of a limit with other servers, so that all of them count together. */
export interface SharedCount {
  /** Called for each event of this server: 1 when it is counted, -1 when it is taken back. */
  send(key: string, by: 1 | -1): void;
  /** Calls `listener` for the events of other servers. */
  onReceived(listener: (key: string, by: 1 | -1) => void): void;
}

/** Returns how the limit with a name is counted together with other servers; undefined for a server alone. */
export type CountTogether = (limit: string) => SharedCount | undefined;

/** Limits the rate of events of each key by token buckets. */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #shared: SharedCount | undefined;
  readonly #buckets = new Map<string, Bucket>();

  /** With `shared`, callers pass times of `performance.now`. */
  constructor(limits: RateLimits, shared?: SharedCount) {
    this.#limits = limits;
    this.#shared = shared;
    shared?.onReceived((key, by) => {
      if (by === 1) this.#take(key, performance.now());
      else this.#giveBack(key);
    });
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
    this.#take(key, nowMs);
    this.#shared?.send(key, 1);
  }

  /** Takes back an event that was counted. */
  refund(key: string): void {
    this.#giveBack(key);
    this.#shared?.send(key, -1);
  }

  #take(key: string, nowMs: number): void {
    const bucket = this.#buckets.get(key);
    const tokens = bucket === undefined ? this.#limits.burst : this.#filled(bucket, nowMs);
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens: Math.max(0, tokens - 1), filledAt: nowMs });
    this.#forgetOldest();
  }

  #giveBack(key: string): void {
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
