import { TooManyAttempts } from '../../access/attempt-throttle.ts';
import { networkOf } from '../../access/network-of.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';

export interface SignUpThrottle {
  /** Refuses with `too-many-requests` an address that has asked too often. */
  consume(address: string): void;
}

/**
 * Every attempt counts, also one that succeeds: accounts are what a flood of them would cost us. One address may stand for
 * a school class behind a router. `now`: milliseconds of a clock that nobody sets back.
 */
export function createSignUpThrottle(now: () => number = () => performance.now()): SignUpThrottle {
  const addresses = new RateLimiter({ burst: 30, refillMs: 60_000, maxKeys: 20_000 });
  return {
    consume(from) {
      const address = networkOf(from);
      const at = now();
      const waitMs = addresses.waitMs(address, at);
      if (waitMs > 0) throw new TooManyAttempts(waitMs);
      addresses.consume(address, at);
    },
  };
}
