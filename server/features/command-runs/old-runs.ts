import { deleteInBatches } from '../../metadata/batches.ts';
import { removeCommandRuns, trimCommandRuns } from '../../metadata/command-runs.ts';
import type { Database } from '../../metadata/database.ts';
import { MOST_RUNS } from '../../programs/command-run-log.ts';

/** Removes the older part of what is known of commands: what is older than `recordExpiryMs`, and what is too many. */
export async function removeOldRuns(
  db: Database,
  recordExpiryMs: number,
  nowMs: number,
): Promise<void> {
  const beforeMs = nowMs - recordExpiryMs;
  await deleteInBatches(db, (tx, most) => removeCommandRuns(tx, beforeMs, most));
  await deleteInBatches(db, (tx, most) => trimCommandRuns(tx, MOST_RUNS, most));
}
