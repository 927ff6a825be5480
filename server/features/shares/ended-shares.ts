import type { Database } from '../../metadata/database.ts';
import { cleanUpShares } from '../../metadata/remove-share.ts';

/** Maximum number of stored uses of one share. Older ones are deleted, so that visitors cannot fill the disk. */
const MAX_USES = 10_000;

/** Removes expired shares with their uses, and old uses of other shares. */
export async function removeEndedShares(
  db: Database,
  recordExpiryMs: number,
  nowMs: number,
): Promise<void> {
  await cleanUpShares(db, { nowMs, usesBeforeMs: nowMs - recordExpiryMs, keptUses: MAX_USES });
}
