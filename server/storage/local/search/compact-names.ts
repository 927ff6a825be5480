import type { Task } from '../../../lib/serve-tasks.ts';
import type { NameStore } from './name-store.ts';
import { Segment } from './segment.ts';

/** Fraction of dead (removed) entries above which a segment is replaced. */
const MAX_DEAD_FRACTION = 0.1;

/** Frees the memory of dead names in the first `count` segments, where they are many. */
export function* compactNames(store: NameStore, count: number): Task<void> {
  for (let number = 0; number < count; number += 1) {
    const segment = store.segment(number);
    if (segment.dead > segment.count * MAX_DEAD_FRACTION)
      store.replace(number, withoutDead(segment));
    yield undefined;
  }
}

/** Copies a segment without its dead entries. A run is a sequence of entries of one folder. */
function withoutDead(segment: Segment): Segment {
  const fresh = new Segment();
  let run = -1;
  let freshRun = -1;
  for (let entry = 0; entry < segment.count; entry += 1) {
    while (segment.runStart(run + 1) <= entry && run + 1 < segment.runs) run += 1;
    if (segment.isDead(entry)) continue;
    if (freshRun !== run) fresh.beginRun(segment.folderOfRun(run));
    freshRun = run;
    fresh.add(segment.nameOf(entry), segment.flagsOf(entry));
  }
  return fresh.sealed();
}
