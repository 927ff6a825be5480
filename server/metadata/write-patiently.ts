import type { Database, Writer } from './database.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';

/** How long a write is repeated. Milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * Writes what has already happened on the disk, and therefore repeats a write that the database refuses for the moment:
 * other writes are given up after five seconds, and their callers are told.
 */
export async function writePatiently<Result>(
  db: Pick<Database, 'write'>,
  work: (tx: Writer) => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await db.write(work);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > deadline) throw error;
    }
  }
}
