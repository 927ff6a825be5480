import type { Database } from '../../metadata/database.ts';
import { cleanUpShares } from '../../metadata/remove-share.ts';

/** Of one link; older ones go, so that nobody fills the disk by coming by it. */
const MOST_USES = 10_000;

/** Removes shares that have ended, with what is known of them, and the older part of what is known of the others. */
export async function removeEndedShares(
  db: Database,
  recordExpiryMs: number,
  nowMs: number,
): Promise<void> {
  await cleanUpShares(db, { nowMs, usesBeforeMs: nowMs - recordExpiryMs, keptUses: MOST_USES });
}
