import type { Database as SqliteHandle } from 'better-sqlite3';

/**
 * Returns a function whose number changes after every change of the database, by this or another connection. Data that was read
 * while the number stayed the same is current. A call takes about two microseconds.
 */
export function createChangeStamp(sqlite: SqliteHandle): () => number {
  // `data_version` moves when another connection commits, `total_changes()` when this one writes.
  const ofOthers = sqlite.prepare<[], number>('pragma data_version').pluck();
  const ofOurs = sqlite.prepare<[], number>('select total_changes()').pluck();
  let stamp = 0;
  let seenOfOthers = ofOthers.get();
  let seenOfOurs = ofOurs.get();

  return () => {
    const others = ofOthers.get();
    const ours = ofOurs.get();
    if (others !== seenOfOthers || ours !== seenOfOurs) stamp += 1;
    seenOfOthers = others;
    seenOfOurs = ours;
    return stamp;
  };
}
