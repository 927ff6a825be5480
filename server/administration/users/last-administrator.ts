import { AppError } from '../../errors.ts';
import type { Reader } from '../../metadata/database.ts';
import { countAdmins, type StoredUser } from '../../metadata/users.ts';

/** Throws `forbidden` for the only administrator. Without an administrator, no other could be appointed. */
export async function requireAnotherAdministrator(
  db: Reader,
  user: Pick<StoredUser, 'perm'>,
): Promise<void> {
  if (user.perm.admin && (await countAdmins(db)) <= 1) {
    throw new AppError('forbidden', 'the only administrator must remain an administrator');
  }
}
