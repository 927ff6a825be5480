import { setImmediate as nextTurn } from 'node:timers/promises';
import { BATCH_ROWS, deleteInBatches } from './batches.ts';
import type { Database, Writer } from './database.ts';
import { endOfShareRange, removeShareUses, sharesWithMoreUses, trimUsesOf } from './share-uses.ts';
import { expireShare, removeExpiredShares, removeShare } from './shares.ts';

/** Number of shares whose uses one statement examines. */
const SHARES_AT_ONCE = 100;

/**
 * Ends a share at once, and removes it and its uses. There may be thousands of uses, so they are removed in batches after the
 * share has expired; if the server crashes in between, the next cleanup removes the rest. Resolves with false if the share does
 * not exist.
 */
export async function endShare(db: Database, hash: string): Promise<boolean> {
  const outcome = await db.write(async (tx) => {
    if ((await trimUsesOf(tx, hash, { kept: 0, most: BATCH_ROWS })) < BATCH_ROWS) {
      return (await removeShare(tx, hash)) ? 'removed' : 'unknown';
    }
    await expireShare(tx, hash);
    return 'ended';
  });
  if (outcome !== 'ended') return outcome === 'removed';
  await nextTurn();
  await deleteInBatches(db, (tx, most) => trimUsesOf(tx, hash, { kept: 0, most }));
  await db.write((tx) => removeShare(tx, hash), { isIdempotent: true });
  return true;
}

export interface ShareCleanup {
  readonly nowMs: number;
  /** Uses before this time are removed. */
  readonly usesBeforeMs: number;
  /** Number of uses of each share that are kept. */
  readonly keptUses: number;
}

/** Removes shares that have ended, and uses that are old or too many, in batches. */
export async function cleanUpShares(
  db: Database,
  { nowMs, usesBeforeMs, keptUses }: ShareCleanup,
): Promise<void> {
  await deleteInBatches(db, (tx, most) => removeUsesOfExpiredShares(tx, nowMs, most));
  await deleteInBatches(db, (tx, most) => removeExpiredShares(tx, nowMs, most));
  await deleteInBatches(db, (tx, most) => removeShareUses(tx, usesBeforeMs, most));
  await trimShareUses(db, keptUses);
}

/** Removes all uses of each share except the newest `kept`. Resolves with the number of uses removed. */
export async function trimShareUses(db: Database, kept: number): Promise<number> {
  let trimmed = 0;
  let after = '';
  for (;;) {
    const upTo = await endOfShareRange(db.read, { after, most: SHARES_AT_ONCE });
    if (upTo === undefined) return trimmed;
    for (const hash of await sharesWithMoreUses(db.read, { after, upTo, kept })) {
      trimmed += await deleteInBatches(db, (tx, most) => trimUsesOf(tx, hash, { kept, most }));
    }
    after = upTo;
    await nextTurn();
  }
}

/** Removes at most `most` uses of expired shares. Resolves with the number of uses removed. */
async function removeUsesOfExpiredShares(tx: Writer, nowMs: number, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('shareUse')
    .where('id', 'in', (uses) =>
      uses
        .selectFrom('share')
        .innerJoin('shareUse', 'shareUse.hash', 'share.hash')
        .select('shareUse.id')
        .where('share.expire', '>', 0)
        .where('share.expire', '<=', Math.floor(nowMs / 1_000))
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
