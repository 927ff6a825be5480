import { AppError } from '../errors.ts';
import { LruMap } from '../lib/lru-map.ts';
import { RateLimiter } from '../lib/rate-limiter.ts';
import { networkOf } from './network-of.ts';

const MAX_KEYS = 20_000;

/** A failed attempt is only known to have failed afterwards: so each pays first, and success gives back. */
export interface AttemptThrottle {
  /**
   * Refuses with `too-many-requests` when the address has failed too often, or too many have failed at the subject; where somebody
   * was right before, only when they have failed there themselves.
   */
  begin(address: string, subject: string): Attempt;
}

export interface Attempt {
  succeeded(): void;
}

/** Where an attempt is paid from. */
type Account = readonly [buckets: RateLimiter, key: string];

/** Too many failed attempts, with the time after which another makes sense. */
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
  /** Several times `ofPair`, so that one network alone never uses up what a subject has for all others. */
  readonly ofSubject: number;
}

/** A user name belongs to one person, who is mostly in one place. Trying many names from one network is no mistake. */
const LOGIN_ATTEMPT_LIMITS: AttemptLimits = { ofNetwork: 15, ofPair: 10, ofSubject: 100 };
/** A share password is given to many people, some of them behind the same router. */
export const SHARE_ATTEMPT_LIMITS: AttemptLimits = { ofNetwork: 40, ofPair: 20, ofSubject: 300 };

/**
 * Creates a limit on failed attempts with passwords. The subject is what is guessed at: a user name, or a share. `now`: milliseconds
 * of a monotonic clock.
 */
export function createAttemptThrottle(
  now: () => number = () => performance.now(),
  { ofNetwork, ofPair, ofSubject }: AttemptLimits = LOGIN_ATTEMPT_LIMITS,
): AttemptThrottle {
  const addresses = new RateLimiter({ burst: ofNetwork, refillMs: 6_000, maxKeys: MAX_KEYS });
  const subjects = new RateLimiter({ burst: ofSubject, refillMs: 12_000, maxKeys: MAX_KEYS });
  // Of what a subject gets back, one network has less than half: whoever goes on guessing locks nobody else out.
  const pairs = new RateLimiter({ burst: ofPair, refillMs: 30_000, maxKeys: MAX_KEYS });
  // Where somebody was right before they have an allowance of their own: nobody locks them out, neither from elsewhere nor, by
  // guessing at others, from beside them.
  const atHome = new LruMap<string, true>(MAX_KEYS);
  const homes = new RateLimiter({ burst: 10, refillMs: 12_000, maxKeys: MAX_KEYS });

  function accountsOf(from: string, pair: string, subject: string): readonly Account[] {
    if (atHome.get(pair) === true) return [[homes, pair]];
    // Over a Unix socket nobody has an address: whoever guesses at one name would lock out everybody.
    if (from === '') return [[homes, pair]];
    return [
      [addresses, networkOf(from)],
      [subjects, subject],
      [pairs, pair],
    ];
  }

  return {
    begin(from, whole) {
      const at = now();
      const subject = whole.slice(0, 256);
      const pair = `${networkOf(from)} ${subject}`;
      const spent = accountsOf(from, pair, subject);
      const waitMs = Math.max(...spent.map(([buckets, key]) => buckets.waitMs(key, at)));
      if (waitMs > 0) throw new TooManyAttempts(waitMs);
      for (const [buckets, key] of spent) buckets.consume(key, at);
      return {
        succeeded() {
          for (const [buckets, key] of spent) buckets.refund(key);
          atHome.set(pair, true);
        },
      };
    },
  };
}
