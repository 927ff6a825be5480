import type { UploadJob } from './upload-job.ts';
import {
  firstOpenId,
  isSettled,
  percentDone,
  totalsOf,
  type UploadQueue,
  type UploadTotals,
} from './upload-queue.ts';
import { secondsLeft } from './upload-speed.ts';

/** What the page shows. A new object whenever anything changed. */
export interface UploadSnapshot {
  /** All uploads since the queue was last empty, in the order of picking. */
  readonly jobCount: number;
  /** Where the work is: everything before it has ended. */
  readonly firstOpenIndex: number;
  jobAt(index: number): UploadJob | undefined;
  readonly totals: UploadTotals;
  /** 0 to 100. */
  readonly percent: number;
  /** 0 while everything waits for another try, whatever was measured before. */
  readonly bytesPerSecond: number;
  /** Undefined when it cannot be told. */
  readonly secondsLeft: number | undefined;
  /** Something is being sent or waits for it: leaving the page would lose it. */
  readonly isActive: boolean;
  /** Something failed that may go well another time. */
  readonly hasRetryable: boolean;
  /** The session ended in the middle; nothing more is sent until `resume()`. */
  readonly isHalted: boolean;
  /** Nothing goes out until the browser has a connection again. */
  readonly isOffline: boolean;
}

/** `measured` is in bytes per second. */
export function snapshotOf(
  queue: UploadQueue,
  { measured, isHalted }: { measured: number; isHalted: boolean },
): UploadSnapshot {
  const totals = totalsOf(queue);
  const bytesPerSecond = isStalled(totals) ? 0 : measured;
  return {
    jobCount: queue.jobs.length,
    firstOpenIndex: firstOpenId(queue),
    jobAt: (index) => queue.jobs[index],
    totals,
    percent: percentDone(totals),
    bytesPerSecond,
    secondsLeft: secondsLeft(totals.bytesTotal - totals.bytesSent, bytesPerSecond),
    isActive: !isSettled(queue),
    hasRetryable: queue.retryableCount > 0,
    isHalted,
    isOffline: totals.counts.offline > 0 && totals.counts.sending === 0,
  };
}

/** Nothing goes out: whatever was begun waits for its next try, or for the connection. */
function isStalled({ counts }: UploadTotals): boolean {
  return counts.retrying + counts.offline > 0 && counts.sending === 0;
}
