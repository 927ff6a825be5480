import { deleteInBatches } from '../../metadata/batches.ts';
import type { Database } from '../../metadata/database.ts';
import { removeExpiredSessions } from '../../metadata/sessions.ts';

/** Removes sessions that had ended at `nowMs`, milliseconds since 1970. */
export async function removeEndedSessions(db: Database, nowMs: number): Promise<void> {
  await deleteInBatches(db, (tx, most) => removeExpiredSessions(tx, nowMs, most));
}
