import { StartupError } from '../../lib/startup-error.ts';
import type { Reader } from '../../metadata/database.ts';
import { findUserById, findUserByName, type StoredUser } from '../../metadata/users.ts';

/** By name or by id: digits alone are always an id. Nobody is a StartupError. */
export async function userNamed(db: Reader, typed: string): Promise<StoredUser> {
  const isId = /^\d+$/.test(typed);
  const user = await (isId ? findUserById(db, Number(typed)) : findUserByName(db, typed));
  if (user !== undefined) return user;
  throw new StartupError(`there is no user ${isId ? 'with id ' : ''}${typed}`);
}
