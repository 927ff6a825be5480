import { setTimeout as delay } from 'node:timers/promises';
import type { Credentials } from '#contract/session.ts';
import { checkPassword, hashPassword } from '../../access/passwords.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../metadata/database.ts';
import { findUserByName, replacePasswordHash, type StoredUser } from '../../metadata/users.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/**
 * A refusal takes at least this long, whether the name is unknown, the password wrong, or its hash of the
 * slower old kind: how long it took tells nothing. Milliseconds.
 */
const MIN_REFUSAL_MS = 250;

interface Attempt {
  readonly db: Database;
  readonly throttle: SignInThrottle;
  readonly address: string;
  readonly credentials: Credentials;
}

/** The user these credentials belong to, or `wrong-credentials`, whichever of the two is wrong. */
export async function checkCredentials(attempt: Attempt): Promise<StoredUser> {
  const { db, throttle, address, credentials } = attempt;
  const { username, password } = credentials;
  const counted = throttle.begin(address, username);
  const earliestRefusal = delay(MIN_REFUSAL_MS);
  const user = await findUserByName(db.read, username);
  const check = await checkPassword(user?.passwordHash, password);
  if (user === undefined || check === 'wrong') {
    await earliestRefusal;
    throw new AppError('wrong-credentials', 'unknown name or wrong password');
  }
  counted.succeeded();
  if (check === 'right-but-old-hash') await rehash(db, user, password);
  return user;
}

/** Old hashes fade out as people sign in; the sessions they have go on. */
async function rehash(db: Database, user: StoredUser, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.write((tx) => replacePasswordHash(tx, user.id, passwordHash));
}
