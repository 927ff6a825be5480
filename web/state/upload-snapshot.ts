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

/** State of the uploads for display; a new object after every change. */
export interface UploadSnapshot {
  /** Number of uploads since the queue was last empty. */
  readonly jobCount: number;
  /** Index of the first upload that has not ended. */
  readonly firstOpenIndex: number;
  jobAt(index: number): UploadJob | undefined;
  readonly totals: UploadTotals;
  /** From 0 to 100. */
  readonly percent: number;
  /** True since bytes were first measured. */
  readonly isSpeedKnown: boolean;
  /** Speed for display; 0 while all uploads wait for a retry. */
  readonly bytesPerSecond: number;
  /** Estimated time until all uploads have ended; undefined if it cannot be estimated. */
  readonly secondsLeft: number | undefined;
  /** True while uploads are active or waiting, so that leaving the page would lose them. */
  readonly isActive: boolean;
  /** True if a failed upload can be retried. */
  readonly hasRetryable: boolean;
  /** True after the session has ended; nothing is sent until `resume()`. */
  readonly isHalted: boolean;
  /** True while the user has paused the uploads; nothing is sent. */
  readonly isPaused: boolean;
  /** True while an upload waits for the connection. Requests of others may not have failed yet. */
  readonly isOffline: boolean;
}

/** Returns the state of a queue for display. `measured` is the measured speed in bytes per second. */
export function snapshotOf(
  queue: UploadQueue,
  {
    measured,
    isSpeedKnown,
    isHalted,
    isPaused,
  }: { measured: number; isSpeedKnown: boolean; isHalted: boolean; isPaused: boolean },
): UploadSnapshot {
  const totals = totalsOf(queue);
  const bytesPerSecond = isStalled(totals) ? 0 : measured;
  return {
    jobCount: queue.jobs.length,
    firstOpenIndex: firstOpenId(queue),
    jobAt: (index) => queue.jobs[index],
    totals,
    percent: percentDone(totals),
    isSpeedKnown,
    bytesPerSecond,
    secondsLeft: secondsLeft(totals.bytesTotal - totals.bytesSent, bytesPerSecond),
    isActive: !isSettled(queue),
    hasRetryable: queue.retryableCount > 0,
    isHalted,
    isPaused,
    isOffline: totals.counts.offline > 0,
  };
}

/** Returns true if the connection is lost, or all active uploads wait for a retry. */
function isStalled({ counts }: UploadTotals): boolean {
  return counts.offline > 0 || (counts.retrying > 0 && counts.sending === 0);
}
