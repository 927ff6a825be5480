import { removeCommandRuns, trimCommandRuns } from '../../metadata/command-runs.ts';
import type { Database } from '../../metadata/database.ts';

/** Older ones go, so that nobody fills the disk by uploading many files. */
const MOST_RUNS = 10_000;

/** Removes the older part of what is known of commands: what is older than `recordExpiryMs`, and what is too many. */
export async function removeOldRuns(
  db: Database,
  recordExpiryMs: number,
  nowMs: number,
): Promise<void> {
  await db.write(async (tx) => {
    await removeCommandRuns(tx, nowMs - recordExpiryMs);
    await trimCommandRuns(tx, MOST_RUNS);
  });
}
