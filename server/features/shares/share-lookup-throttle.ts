import { TooManyAttempts } from '../../access/attempt-throttle.ts';
import { networkOf } from '../../access/network-of.ts';
import { LruMap } from '../../lib/lru-map.ts';
import { RateLimiter, type SharedCount } from '../../lib/rate-limiter.ts';

const MAX_KEYS = 20_000;

/** Limits attempts to guess hashes of shares. */
export interface ShareLookupThrottle {
  /**
   * Throws `too-many-requests` when an address has tried too many unknown hashes. Repeated hashes are free, so that neither
   * an active share nor an outdated address on a web page uses up the limit.
   */
  begin(address: string, hash: string): ShareLookup;
}

export interface ShareLookup {
  /** Reports that the share exists. */
  succeeded(): void;
}

const FREE: ShareLookup = { succeeded: () => undefined };

/** `now`: milliseconds of a monotonic clock. */
export function createShareLookupThrottle(
  now: () => number = () => performance.now(),
  shared?: SharedCount,
): ShareLookupThrottle {
  const addresses = new RateLimiter({ burst: 200, refillMs: 500, maxKeys: MAX_KEYS }, shared);
  const tried = new LruMap<string, true>(MAX_KEYS);
  return {
    begin(from, hash) {
      const address = networkOf(from);
      const pair = `${address} ${hash.slice(0, 64)}`;
      if (tried.get(pair) === true) return FREE;
      const at = now();
      const waitMs = addresses.waitMs(address, at);
      if (waitMs > 0) throw new TooManyAttempts(waitMs);
      addresses.consume(address, at);
      tried.set(pair, true);
      return { succeeded: () => addresses.refund(address) };
    },
  };
}
