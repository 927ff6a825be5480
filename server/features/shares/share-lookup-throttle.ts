import { TooManyAttempts } from '../../access/attempt-throttle.ts';
import { networkOf } from '../../access/network-of.ts';
import { LruMap } from '../../lib/lru-map.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';

const MAX_KEYS = 20_000;

/** Slows down whoever tries hashes of links. */
export interface ShareLookupThrottle {
  /**
   * Refuses with `too-many-requests` an address that has tried too many hashes that are none. What it has tried before costs
   * nothing: neither a link that somebody uses, nor a dead one that stands on some page.
   */
  begin(address: string, hash: string): ShareLookup;
}

export interface ShareLookup {
  /** There is such a link. */
  succeeded(): void;
}

const FREE: ShareLookup = { succeeded: () => undefined };

/** `now`: milliseconds of a clock that nobody sets back. */
export function createShareLookupThrottle(
  now: () => number = () => performance.now(),
): ShareLookupThrottle {
  const addresses = new RateLimiter({ burst: 200, refillMs: 500, maxKeys: MAX_KEYS });
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
