import { deleteInBatches } from '../../metadata/batches.ts';
import type { Database } from '../../metadata/database.ts';
import { removeExpiredSessions } from '../../metadata/sessions.ts';

/** Removes sessions that have ended by the clock. */
export async function removeEndedSessions(db: Database): Promise<void> {
  const now = Date.now();
  await deleteInBatches(db, (tx, most) => removeExpiredSessions(tx, now, most));
}
