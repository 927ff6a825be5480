import type { TaskOptions } from '../lib/task-pool.ts';
import type { TaskProgress } from '../lib/serve-tasks.ts';
import type { Survey } from '../storage/walk-outcomes.ts';

/** What whoever begins a copy, a move or a deletion keeps in hand while it is under way. */
export interface OperationControl {
  /** Whoever began it has called it off. Heeded as long as nothing of it shows. */
  readonly cancelled: AbortSignal;
  /** The server stops: the act is left where it is, and the next start finishes it or clears it away. */
  readonly stopping: AbortSignal;
  /** What there is to do, once it is known. */
  reportTotals(survey: Survey): void;
  reportProgress(progress: TaskProgress): void;
}

/** For work that can still be called off. */
export function untilCancelled({
  cancelled,
  stopping,
  reportProgress,
}: OperationControl): TaskOptions {
  return { signal: AbortSignal.any([cancelled, stopping]), onProgress: reportProgress };
}

/** For work behind the point of no return. */
export function untilStopped({ stopping, reportProgress }: OperationControl): TaskOptions {
  return { signal: stopping, onProgress: reportProgress };
}
