import { AppError } from '../../errors.ts';
import type { Reader } from '../../metadata/database.ts';
import { countAdmins, type StoredUser } from '../../metadata/users.ts';

/** Without an administrator nobody could make one: `forbidden` for whoever is the only one. */
export async function requireAnotherAdministrator(
  db: Reader,
  user: Pick<StoredUser, 'perm'>,
): Promise<void> {
  if (user.perm.admin && (await countAdmins(db)) <= 1) {
    throw new AppError('forbidden', 'the only administrator has to stay one');
  }
}
