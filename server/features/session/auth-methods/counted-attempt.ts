import type { AttemptThrottle } from '../../../access/attempt-throttle.ts';
import { AppError } from '../../../errors.ts';
import type { StoredUser } from '../../../metadata/users.ts';

/**
 * Minimum duration of a refusal in milliseconds. It hides whether the name is unknown, the password is wrong, or the hash is
 * of the slower old kind.
 */
const MIN_REFUSAL_MS = 250;

export interface LoginAttempt {
  readonly throttle: AttemptThrottle;
  readonly address: string;
  readonly username: string;
  readonly minRefusalMs?: number | undefined;
}

/**
 * Runs `check` unless the throttle refuses the attempt, and delays a refusal until `minRefusalMs` have passed. An attempt for which the
 * server is too busy does not count, unless `check` has called `spend` before: the password was given to a program then.
 */
export async function countedAttempt(
  { throttle, address, username, minRefusalMs = MIN_REFUSAL_MS }: LoginAttempt,
  check: (spend: () => void) => Promise<StoredUser>,
): Promise<StoredUser> {
  const counted = throttle.begin(address, username);
  const earliestRefusal = new Promise((resolve) => setTimeout(resolve, minRefusalMs));
  let isSpent = false;
  try {
    const user = await check(() => (isSpent = true));
    counted.succeeded();
    return user;
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code === 'wrong-credentials') await earliestRefusal;
    // Too busy to check the password, or to store the user after it was found right.
    if (code === 'too-many-requests' && !isSpent) counted.withdrawn();
    throw error;
  }
}
