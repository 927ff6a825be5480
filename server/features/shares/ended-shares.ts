import type { Database } from '../../metadata/database.ts';
import { removeShareUses, trimShareUses } from '../../metadata/share-uses.ts';
import { removeExpiredShares } from '../../metadata/shares.ts';

/** Of one link; older ones go, so that nobody fills the disk by coming by it. */
const MOST_USES = 10_000;

/** Removes links that have ended, with what is known of them, and the older part of what is known of the others. */
export async function removeEndedShares(
  db: Database,
  recordExpiryMs: number,
  nowMs: number,
): Promise<void> {
  await db.write(async (tx) => {
    await removeExpiredShares(tx, nowMs);
    await removeShareUses(tx, nowMs - recordExpiryMs);
    await trimShareUses(tx, MOST_USES);
  });
}
