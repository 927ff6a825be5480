import type { RequestSession } from '../../access/authenticator.ts';
import { AppError } from '../../errors.ts';
import type { Reader } from '../../metadata/database.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { requireUser } from '../../administration/users/change-user.ts';

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
  return requireUser(db, userId);
}
