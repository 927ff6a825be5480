import { TooManyAttempts } from '../../access/attempt-throttle.ts';
import { networkOf } from '../../access/network-of.ts';
import { RateLimiter } from '../../lib/rate-limiter.ts';

export interface SignUpThrottle {
  /** Throws `too-many-requests` for an address with too many attempts. */
  consume(address: string): void;
}

/**
 * Limits sign-ups. Successful attempts count too, because each creates an account. An address may stand for a school
 * class behind a router. `now`: milliseconds of a monotonic clock.
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
