import { inSlices } from './batches.ts';
import type { Reader } from './database.ts';
import { type StoredUser, userFromRow } from './users.ts';

/** Fields by which lists of users are searched and sorted. */
export interface UserName extends Pick<StoredUser, 'id' | 'username' | 'scope' | 'lastSeenAt'> {
  readonly isAdmin: boolean;
}

/** Number of names that are read at once: they are short. */
const NAMES_AT_ONCE = 250;

/** Reads all users in the order of their ids. */
export function usersById(db: Reader): AsyncGenerator<StoredUser[]> {
  return inSlices<StoredUser>(async (last, size) => {
    const rows = await db
      .selectFrom('user')
      .selectAll()
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(size)
      .execute();
    return rows.map(userFromRow);
  });
}

/** Reads the names of all users in the order of their ids. */
export function userNames(db: Reader): AsyncGenerator<UserName[]> {
  return inSlices<UserName>(async (last, size) => {
    const rows = await db
      .selectFrom('user')
      .select(['id', 'username', 'scope', 'permAdmin', 'lastSeenAt'])
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(size)
      .execute();
    return rows.map(({ id, username, scope, permAdmin, lastSeenAt }) => ({
      ...{ id, username, scope },
      isAdmin: permAdmin === 1,
      lastSeenAt: lastSeenAt ?? undefined,
    }));
  }, NAMES_AT_ONCE);
}

/** Reads the users with these ids, at most some hundreds, in any order. */
export async function findUsersByIds(db: Reader, ids: readonly number[]): Promise<StoredUser[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('user').selectAll().where('id', 'in', ids).execute();
  return rows.map(userFromRow);
}
