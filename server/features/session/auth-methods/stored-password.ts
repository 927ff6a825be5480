import type { Credentials } from '#contract/session.ts';
import { checkPassword, hashPassword } from '../../../access/passwords.ts';
import { AppError } from '../../../errors.ts';
import type { Database } from '../../../metadata/database.ts';
import { findUserByName, replacePasswordHash, type StoredUser } from '../../../metadata/users.ts';

/** Returns the user with these credentials. Throws `wrong-credentials`, whichever of the two is wrong. */
export async function checkStoredPassword(
  db: Database,
  { username, password }: Credentials,
): Promise<StoredUser> {
  const user = await findUserByName(db.read, username);
  const check = await checkPassword(user?.passwordHash, password);
  if (user === undefined || check === 'wrong') {
    throw new AppError('wrong-credentials', 'unknown name or wrong password');
  }
  return check === 'right-but-old-hash' ? rehash(db, user, password) : user;
}

/**
 * Stores the password with a new hash, and returns the changed user. Existing sessions continue. If the password was
 * changed in the meantime, checks the given one again, and throws `wrong-credentials` if it is now wrong.
 */
export async function rehash(
  db: Database,
  user: StoredUser,
  password: string,
): Promise<StoredUser> {
  const passwordHash = await hashPassword(password);
  const isReplaced = await db.write((tx) => replacePasswordHash(tx, user, passwordHash));
  if (isReplaced) return { ...user, passwordHash };
  return checkStoredPassword(db, { username: user.username, password });
}
