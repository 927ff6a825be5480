import type { TreePath } from '#contract/paths.ts';
import { sql } from 'kysely';
import { inSlices } from './batches.ts';
import type { Reader } from './database.ts';
import { living, shareFromRow, type StoredShare } from './shares.ts';

export interface SharesAsked {
  /** The owner; undefined for the shares of all users. */
  readonly userId?: number | undefined;
  readonly nowMs: number;
}

/** Reads shares by owner, and those of each by their end, permanent ones first. */
export function sharesByOwner(
  db: Reader,
  { userId, nowMs }: SharesAsked,
): AsyncGenerator<StoredShare[]> {
  return inSlices<StoredShare>(async (after, size) => {
    const rows = await living(db, nowMs)
      .$if(userId !== undefined, (those) => those.where('userId', '=', userId ?? 0))
      .$if(after !== undefined, (those) =>
        those.where(
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

/** Reads the shares of one path, of all owners, by their hashes. */
export function sharesAt(
  db: Reader,
  place: TreePath,
  nowMs: number,
): AsyncGenerator<StoredShare[]> {
  return inSlices<StoredShare>(async (after, size) => {
    const rows = await living(db, nowMs)
      .where('place', '=', place)
      .$if(after !== undefined, (those) => those.where('hash', '>', after?.hash ?? ''))
      .orderBy('hash')
      .limit(size)
      .execute();
    return rows.map(shareFromRow);
  });
}

/** Counts shares that have not ended. */
export async function countActiveShares(
  db: Reader,
  { userId, nowMs }: SharesAsked,
): Promise<number> {
  const { count } = await living(db, nowMs)
    .clearSelect()
    .select((is) => is.fn.countAll<number>().as('count'))
    .$if(userId !== undefined, (those) => those.where('userId', '=', userId ?? 0))
    .executeTakeFirstOrThrow();
  return count;
}
