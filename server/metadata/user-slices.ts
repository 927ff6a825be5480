import { inSlices } from './batches.ts';
import type { Reader } from './database.ts';
import { type StoredUser, userFromRow } from './users.ts';

/** What a search of users looks at. */
export type UserName = Pick<StoredUser, 'id' | 'username' | 'scope'>;

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

/** Reads names of users in their order in the database, from after `from` on. */
export function userNames(db: Reader, from: string | undefined): AsyncGenerator<UserName[]> {
  return inSlices<UserName>(async (last, size) => {
    const after = last?.username ?? from;
    return db
      .selectFrom('user')
      .select(['id', 'username', 'scope'])
      .$if(after !== undefined, (those) => those.where('username', '>', after ?? ''))
      .orderBy('username')
      .limit(size)
      .execute();
  }, NAMES_AT_ONCE);
}

/** Reads the users with these ids, at most some hundreds, in any order. */
export async function findUsersByIds(db: Reader, ids: readonly number[]): Promise<StoredUser[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('user').selectAll().where('id', 'in', ids).execute();
  return rows.map(userFromRow);
}
