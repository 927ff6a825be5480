import { AppError } from '../errors.ts';
import { LruMap } from '../lib/lru-map.ts';
import { type CountTogether, RateLimiter } from '../lib/rate-limiter.ts';
import { networkOf } from './network-of.ts';

/** Maximum number of networks, subjects and pairs of both that are remembered. */
const MAX_KEYS = 20_000;

/** Limits failed attempts. Each attempt is counted when it begins; one that has not failed is subtracted again. */
export interface AttemptThrottle {
  /**
   * Throws `TooManyAttempts` after too many failed attempts from the network of the address, or at the subject. Where an attempt from a network
   * has succeeded at the subject, only failures of that network count there.
   */
  begin(address: string, subject: string): Attempt;
}

export interface Attempt {
  /** Takes back the attempt, which counts as failed until then. */
  succeeded(): void;
  /** Takes back an attempt whose password was not checked, for example because the server was too busy. */
  withdrawn(): void;
}

/** A limit that an attempt counts against, and the key in it. */
type Counter = readonly [limiter: RateLimiter, key: string];

/** Too many failed attempts, with the time until another one is accepted. */
export class TooManyAttempts extends AppError {
  readonly retryAfterSeconds: number;

  constructor(waitMs: number) {
    super('too-many-requests', 'too many failed attempts');
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  }
}

/** Number of failed attempts that are allowed at once: from one network, at one subject from one network, and at one subject. */
export interface AttemptLimits {
  readonly ofNetwork: number;
  readonly ofPair: number;
  /** Several times `ofPair`, so that one network cannot use up the limit of a subject for all others. */
  readonly ofSubject: number;
}

/** A user name belongs to one person, mostly at one location, and people do not mistype many different names. */
export const LOGIN_ATTEMPT_LIMITS: AttemptLimits = { ofNetwork: 15, ofPair: 10, ofSubject: 100 };
/** Many people use the same share password, some of them behind the same router. */
export const SHARE_ATTEMPT_LIMITS: AttemptLimits = { ofNetwork: 40, ofPair: 20, ofSubject: 300 };

/**
 * Creates a limit on failed attempts with passwords. A subject is a user name or the hash of a share. `now` returns the milliseconds of a
 * monotonic clock. `count` returns for each of the limits, by its name, how it is counted together with other servers.
 */
export function createAttemptThrottle(
  now: () => number = () => performance.now(),
  { ofNetwork, ofPair, ofSubject }: AttemptLimits = LOGIN_ATTEMPT_LIMITS,
  count: CountTogether = () => undefined,
): AttemptThrottle {
  const limiter = (burst: number, refillMs: number, name: string) =>
    new RateLimiter({ burst, refillMs, maxKeys: MAX_KEYS }, count(name));
  const networks = limiter(ofNetwork, 6_000, 'networks');
  const subjects = limiter(ofSubject, 12_000, 'subjects');
  // One network gets less than half of the refill of a subject, so that continued attempts do not lock out others.
  const pairs = limiter(ofPair, 30_000, 'pairs');
  // A network with a successful attempt at a subject has a separate limit for it, so that failures of others do not lock it
  // out.
  const trustedPairs = new LruMap<string, true>(MAX_KEYS);
  const separatePairs = limiter(10, 12_000, 'separate pairs');

  function countersOf(from: string, pair: string, subject: string): readonly Counter[] {
    if (trustedPairs.get(pair) === true) return [[separatePairs, pair]];
    // Clients of a Unix socket have no address, so failures at one name must not count for the others.
    if (from === '') return [[separatePairs, pair]];
    return [
      [networks, networkOf(from)],
      [subjects, subject],
      [pairs, pair],
    ];
  }

  return {
    begin(from, fullSubject) {
      const at = now();
      // Clients determine the length of a user name.
      const subject = fullSubject.slice(0, 256);
      const pair = `${networkOf(from)} ${subject}`;
      const counters = countersOf(from, pair, subject);
      const waitMs = Math.max(...counters.map(([counter, key]) => counter.waitMs(key, at)));
      if (waitMs > 0) throw new TooManyAttempts(waitMs);
      for (const [counter, key] of counters) counter.consume(key, at);
      const withdrawn = (): void => {
        for (const [counter, key] of counters) counter.refund(key);
      };
      return {
        withdrawn,
        succeeded() {
          withdrawn();
          trustedPairs.set(pair, true);
        },
      };
    },
  };
}
