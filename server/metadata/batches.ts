import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Writer } from './database.ts';

/**
 * Maximum number of rows that one transaction of a cleanup deletes. The rows take a millisecond or two; with SQLite, the commit that writes
 * their pages to the disk takes several more. Both block the event loop.
 */
export const BATCH_ROWS = 100;
/** Number of rows that a list is read in at once. */
export const SLICE_ROWS = 100;

/** Deletes at most `most` rows. Resolves with the number of deleted rows. */
export type DeleteSome = (tx: Writer, most: number) => Promise<number>;

/**
 * Deletes in transactions of at most BATCH_ROWS rows, until one deletes fewer, and lets other work continue in between.
 * Resolves with the number of deleted rows.
 */
export async function deleteInBatches(
  db: Pick<Database, 'write'>,
  deleteSome: DeleteSome,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const some = await oneBatch(() =>
      db.write((tx) => deleteSome(tx, BATCH_ROWS), { isIdempotent: true }),
    );
    deleted += some;
    if (some < BATCH_ROWS) return deleted;
  }
}

let lastBatch: Promise<unknown> = Promise.resolve();

/**
 * Runs one batch per turn of the event loop, even if several cleanups are running: they begin at the same time every
 * hour.
 */
function oneBatch<Result>(work: () => Promise<Result>): Promise<Result> {
  const batch = lastBatch.then(work);
  lastBatch = batch.then(
    () => nextTurn(),
    () => nextTurn(),
  );
  return batch;
}

/**
 * Reads rows in slices of `size`, each beginning after the last row of the previous one, and lets other work continue
 * in between. SQLite answers synchronously, so one large answer would block the whole process.
 */
export async function* inSlices<Row>(
  read: (after: Row | undefined, size: number) => Promise<Row[]>,
  size: number = SLICE_ROWS,
): AsyncGenerator<Row[], void, undefined> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last, size);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < size) return;
    await nextTurn();
  }
}
