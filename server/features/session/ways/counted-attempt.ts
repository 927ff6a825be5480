import { setTimeout as delay } from 'node:timers/promises';
import type { GuessThrottle } from '../../../access/guess-throttle.ts';
import { AppError } from '../../../errors.ts';
import type { StoredUser } from '../../../metadata/users.ts';

/**
 * A refusal takes at least this long, whether the name is unknown, the password wrong, or its hash of the
 * slower old kind: how long it took tells nothing. Milliseconds.
 */
const MIN_REFUSAL_MS = 250;

export interface Guess {
  readonly throttle: GuessThrottle;
  readonly address: string;
  readonly username: string;
}

/** Lets nobody guess faster than the throttle allows, nor learn from how long a refusal took. */
export async function countedAttempt(
  { throttle, address, username }: Guess,
  check: () => Promise<StoredUser>,
): Promise<StoredUser> {
  const counted = throttle.begin(address, username);
  const earliestRefusal = delay(MIN_REFUSAL_MS);
  try {
    const user = await check();
    counted.succeeded();
    return user;
  } catch (error) {
    if (error instanceof AppError && error.code === 'wrong-credentials') await earliestRefusal;
    throw error;
  }
}
