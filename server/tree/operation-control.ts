import type { TaskOptions } from '../lib/task-pool.ts';
import type { TaskProgress } from '../lib/serve-tasks.ts';
import type { Survey } from '../storage/walk-outcomes.ts';

/** Control of a copy, a move or a deletion by the request that has begun it. */
export interface OperationControl {
  /** Aborts when the operation is cancelled. Obeyed until the first visible change. */
  readonly cancelled: AbortSignal;
  /** Aborts when the server stops. The operation is left as it is, and recovery finishes or removes it. */
  readonly stopping: AbortSignal;
  /** Reports the size of the operation, once it is known. */
  reportTotals(survey: Survey): void;
  reportProgress(progress: TaskProgress): void;
}

/** Returns options for work that can still be cancelled. */
export function untilCancelled({
  cancelled,
  stopping,
  reportProgress,
}: OperationControl): TaskOptions {
  return { signal: AbortSignal.any([cancelled, stopping]), onProgress: reportProgress };
}

/** Returns options for work that has to be finished, unless the server stops. */
export function untilStopped({ stopping, reportProgress }: OperationControl): TaskOptions {
  return { signal: stopping, onProgress: reportProgress };
}
