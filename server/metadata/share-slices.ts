import type { TreePath } from '#contract/paths.ts';
import { sql } from 'kysely';
import { inSlices } from './batches.ts';
import type { Reader } from './database.ts';
import { activeShares, shareFromRow, type StoredShare } from './shares.ts';

export interface SharesSearch {
  /** ID of the owner; undefined for the shares of all users. */
  readonly userId?: number | undefined;
  readonly nowMs: number;
}

/** Reads shares in the order of their owners, then of their expiry times; permanent shares come first. */
export function sharesByOwner(
  db: Reader,
  { userId, nowMs }: SharesSearch,
): AsyncGenerator<StoredShare[]> {
  return inSlices<StoredShare>(async (after, size) => {
    const rows = await activeShares(db, nowMs)
      .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? 0))
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(${sql.ref('userId')}, ${sql.ref('expire')}, ${sql.ref('hash')}) >
            (${after?.userId}, ${after?.expire}, ${after?.hash})`,
        ),
      )
      .orderBy('userId')
      .orderBy('expire')
      .orderBy('hash')
      .limit(size)
      .execute();
    return rows.map(shareFromRow);
  });
}

/** Reads the shares of one path, of all owners, in the order of their hashes. */
export function sharesAt(db: Reader, path: TreePath, nowMs: number): AsyncGenerator<StoredShare[]> {
  return inSlices<StoredShare>(async (after, size) => {
    const rows = await activeShares(db, nowMs)
      .where('place', '=', path)
      .$if(after !== undefined, (query) => query.where('hash', '>', after?.hash ?? ''))
      .orderBy('hash')
      .limit(size)
      .execute();
    return rows.map(shareFromRow);
  });
}

/** Counts shares that have not expired. */
export async function countActiveShares(
  db: Reader,
  { userId, nowMs }: SharesSearch,
): Promise<number> {
  const { count } = await activeShares(db, nowMs)
    .clearSelect()
    .select((is) => is.fn.countAll<number>().as('count'))
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? 0))
    .executeTakeFirstOrThrow();
  return count;
}
