import { TooManyAttempts } from '../access/attempt-throttle.ts';
import { networkOf } from '../access/network-of.ts';
import type { RateLimiter } from '../lib/rate-limiter.ts';

/** Counts a request of a visitor for the network of the address. Throws `too-many-requests` for too many. */
export function limitVisitors(limiter: RateLimiter, address: string): void {
  const network = networkOf(address);
  const at = performance.now();
  const waitMs = limiter.waitMs(network, at);
  if (waitMs > 0) throw new TooManyAttempts(waitMs);
  limiter.consume(network, at);
}
