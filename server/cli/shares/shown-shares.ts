import type { Reader } from '../../metadata/database.ts';
import type { StoredShare } from '../../metadata/shares.ts';
import { listUsers } from '../../metadata/users.ts';
import { table } from '../../lib/table.ts';
import { timeText } from '../users/shown-user.ts';

const LATEST_SECONDS = 8_640_000_000_000;

/** A link with one word about it, such as `replaced`. */
export interface ToldShare {
  readonly share: StoredShare;
  readonly word: string;
}

/** For people; `heading` is that of the words. */
export async function sharesTable(
  db: Reader,
  told: readonly ToldShare[],
  heading: string,
): Promise<string> {
  const names = await ownerNames(db);
  const rows = told.map(({ share, word }) => [
    share.hash,
    names.get(share.userId) ?? String(share.userId),
    timeText(endOf(share)),
    word,
    share.place,
  ]);
  return table([['Address', 'Owner', 'Ends', heading, 'Path'], ...rows]);
}

/** Undefined for one that never ends, or so late that no calendar has the day. */
function endOf({ expire }: Pick<StoredShare, 'expire'>): number | undefined {
  return expire === 0 || expire > LATEST_SECONDS ? undefined : expire * 1_000;
}

/** For programs; the word is at `key`. */
export async function sharesJson(
  db: Reader,
  told: readonly ToldShare[],
  key: string,
): Promise<string> {
  const names = await ownerNames(db);
  const records = told.map(({ share, word }) => ({
    hash: share.hash,
    owner: names.get(share.userId),
    userID: share.userId,
    path: share.place,
    expire: share.expire,
    [key]: word,
  }));
  return JSON.stringify(records, undefined, 2);
}

async function ownerNames(db: Reader): Promise<ReadonlyMap<number, string>> {
  return new Map((await listUsers(db)).map(({ id, username }) => [id, username]));
}
