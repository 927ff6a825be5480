import { removeAudit, trimAudit } from '../../metadata/audit.ts';
import { deleteInBatches } from '../../metadata/batches.ts';
import type { Database } from '../../metadata/database.ts';

/** Maximum number of entries; about a hundred megabytes. The oldest are removed. */
export const MOST_ENTRIES = 500_000;

/** Removes the older part of the record: what is older than `recordExpiryMs`, and what is too many. */
export async function removeOldEntries(
  db: Database,
  recordExpiryMs: number,
  nowMs: number,
): Promise<void> {
  const beforeMs = nowMs - recordExpiryMs;
  await deleteInBatches(db, (tx, most) => removeAudit(tx, beforeMs, most));
  await deleteInBatches(db, (tx, most) => trimAudit(tx, MOST_ENTRIES, most));
}
