import type { Database } from '../../metadata/database.ts';
import { cleanUpShares } from '../../metadata/remove-share.ts';

/** Maximum number of stored uses of one share. Older ones are deleted, so that visitors cannot fill the disk. */
const MOST_USES = 10_000;

/** Removes shares that have ended, with what is known of them, and the older part of what is known of the others. */
export async function removeEndedShares(
  db: Database,
  recordExpiryMs: number,
  nowMs: number,
): Promise<void> {
  await cleanUpShares(db, { nowMs, usesBeforeMs: nowMs - recordExpiryMs, keptUses: MOST_USES });
}
