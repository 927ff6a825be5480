import { AppError } from '../../errors.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { TokenBuckets } from '../../lib/token-bucket.ts';

const MAX_KEYS = 20_000;

/** A failed attempt is only known to have failed afterwards: so each pays first, and success gives back. */
export interface SignInThrottle {
  /** Refuses with `too-many-requests` when the address or the name has failed too often. */
  begin(address: string, username: string): Attempt;
}

export interface Attempt {
  succeeded(): void;
}

/** Too many failed attempts, with the time after which another makes sense. */
export class TooManyAttempts extends AppError {
  readonly retryAfterSeconds: number;

  constructor(waitMs: number) {
    super('too-many-requests', 'too many failed sign-ins');
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  }
}

/** `now`: milliseconds of a clock that nobody sets back. */
export function createSignInThrottle(now: () => number = () => performance.now()): SignInThrottle {
  // One address may stand for an office behind a router; one name is one person.
  const addresses = new TokenBuckets({ burst: 30, refillMs: 6_000, maxKeys: MAX_KEYS });
  const names = new TokenBuckets({ burst: 10, refillMs: 12_000, maxKeys: MAX_KEYS });
  // Where somebody has signed in before they have an allowance of their own: nobody locks them out from elsewhere.
  const atHome = new RecentMap<string, true>(MAX_KEYS);
  return {
    begin(from, username) {
      const address = networkOf(from);
      const at = now();
      const name = username.slice(0, 256);
      const pair = pairOf(address, name);
      const person = atHome.get(pair) === true ? pair : name;
      const waitMs = Math.max(addresses.waitMs(address, at), names.waitMs(person, at));
      if (waitMs > 0) throw new TooManyAttempts(waitMs);
      addresses.spend(address, at);
      names.spend(person, at);
      return {
        succeeded() {
          addresses.giveBack(address);
          names.giveBack(person);
          atHome.set(pair, true);
        },
      };
    },
  };
}

function pairOf(address: string, name: string): string {
  return `${address} ${name}`;
}

/** Who has one IPv6 address has 2^64 of them: the first four groups stand for all. Zeros may be left out. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [beforeZeros = ''] = address.split('::', 1);
  return beforeZeros.split(':', 4).join(':');
}
