import type { OperationControl } from './operation-control.ts';
import type { Tree } from './tree.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';
import type { EntryRef } from '../storage/entry.ts';

/** What takes longer is worth counting, so that it can be told how far it has come. Milliseconds. */
const LONG_MS = 500;

/** Does the work, and counts beside it what there is to do. That the count fails is of no interest. */
export async function countMeanwhile<T>(
  { walks }: Tree,
  { entry, filter }: { readonly entry: EntryRef; readonly filter: WalkFilter },
  control: OperationControl,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const timer = setTimeout(() => {
    walks
      .survey({ entry, filter, refused: 'is-passed-over' }, { signal: done.signal })
      .then(control.reportTotals, () => undefined);
  }, LONG_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}
