import type { RequestSession } from '../../access/authenticator.ts';
import { AppError } from '../../errors.ts';
import type { Reader } from '../../metadata/database.ts';
import { findUserById, type StoredUser } from '../../metadata/users.ts';

/**
 * Returns the user whose sessions the caller may list and end: themselves, or any user for administrators. Throws
 * `forbidden`, or `not-found` for an unknown user.
 */
export async function requireSessionOwner(
  db: Reader,
  asker: RequestSession,
  userId: number,
): Promise<StoredUser> {
  if (userId === asker.user.id) return asker.user;
  if (!asker.user.perm.admin) throw new AppError('forbidden', 'the sessions of another user');
  const user = await findUserById(db, userId);
  if (user === undefined) throw new AppError('not-found', 'the user does not exist');
  return user;
}
