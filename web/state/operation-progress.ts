import type { Operation } from '#contract/operations.ts';
import type { RunningOperation } from './running-operations.ts';

export interface OperationProgress {
  /** From 0 to 1. */
  readonly share: number;
  /** Progress of the running items as reported by the server; undefined until all totals are known. */
  readonly bytes: { readonly done: number; readonly total: number } | undefined;
  readonly entries: { readonly done: number; readonly total: number } | undefined;
}

/** Returns the progress of an operation from its ended items and the server's progress of the running ones. */
export function progressOf(
  { total, ended, underWay }: Pick<RunningOperation, 'total' | 'ended' | 'underWay'>,
  operations: readonly Operation[],
): OperationProgress {
  const keys = new Set(underWay.map(({ key }) => key));
  const known = operations.filter(({ key }) => keys.has(key));
  const begun = known.reduce((sum, operation) => sum + shareOf(operation), 0);
  return {
    share: total === 0 ? 1 : Math.min(1, (ended + begun) / total),
    bytes: sumOf(known, ({ bytes, totalBytes }) => ({ done: bytes, total: totalBytes })),
    entries: sumOf(known, ({ entries, totalEntries }) => ({ done: entries, total: totalEntries })),
  };
}

/** Returns the progress of one operation from 0 to 1: by bytes if they are known, otherwise, as for deletions and moves, by entries. */
function shareOf({ bytes, totalBytes, entries, totalEntries }: Operation): number {
  if (totalBytes !== undefined && totalBytes > 0 && bytes > 0) return bytes / totalBytes;
  return totalEntries === undefined || totalEntries === 0 ? 0 : entries / totalEntries;
}

function sumOf(
  operations: readonly Operation[],
  read: (operation: Operation) => { done: number; total: number | undefined },
): { done: number; total: number } | undefined {
  const sum = { done: 0, total: 0 };
  for (const { done, total } of operations.map(read)) {
    if (total === undefined) return undefined;
    sum.done += done;
    sum.total += total;
  }
  return sum.total === 0 ? undefined : sum;
}
