import { AppError } from '../../errors.ts';
import type { Reader } from '../../metadata/database.ts';
import { countAdmins, type StoredUser } from '../../metadata/users.ts';

/** Throws `forbidden` for the only administrator, because without one no further could be appointed. */
export async function requireAnotherAdministrator(
  db: Reader,
  user: Pick<StoredUser, 'perm'>,
): Promise<void> {
  if (user.perm.admin && (await countAdmins(db)) <= 1) {
    throw new AppError('forbidden', 'the only administrator has to stay one');
  }
}
