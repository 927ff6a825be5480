import { removeAudit, trimAudit } from '../../metadata/audit.ts';
import type { Database } from '../../metadata/database.ts';

/** Older ones go: about a hundred megabytes, whatever people do. */
const MOST_ENTRIES = 500_000;

/** Removes the older part of the record: what is older than `recordExpiryMs`, and what is too many. */
export async function removeOldEntries(
  db: Database,
  recordExpiryMs: number,
  nowMs: number,
): Promise<void> {
  await db.write(async (tx) => {
    await removeAudit(tx, nowMs - recordExpiryMs);
    await trimAudit(tx, MOST_ENTRIES);
  });
}
