import type { PauseSwitch } from '../lib/pause-switch.ts';
import type { TaskOptions } from '../lib/task-pool.ts';
import type { TaskProgress } from '../lib/serve-tasks.ts';
import type { Survey } from '../storage/walk-outcomes.ts';
import type { JournalRecord } from './journal-record.ts';

/** The journal record of an operation that a restart has interrupted, with its paths claimed until it goes on. */
export interface InterruptedRecord {
  readonly record: JournalRecord;
  /** How the copy goes on; see `CopyTask`. */
  readonly continues: 'by-time' | 'comparing-contents';
  /** Releases the claims. The operation makes its own ones in the same turn of the event loop. */
  readonly release: () => void;
}

/** Progress of an operation. */
export interface OperationProgress extends TaskProgress {
  /**
   * Number of entries that stay changed if the operation ends now. By default, the state of its journal record tells: all of `entries`, or
   * none.
   */
  readonly kept?: number;
}

/** Control of a copy, a move or a deletion by the request or the job that it belongs to. */
export interface OperationControl {
  /** Aborts when the operation is cancelled. Obeyed until the first visible change. */
  readonly cancelled: AbortSignal;
  /** Aborts when a copy is to end with what it has copied. Cancels the copy of a single file. Other operations ignore it. */
  readonly enough?: AbortSignal | undefined;
  /** Aborts when the server stops. The operation is left as it is, and recovery finishes or removes it. */
  readonly stopping: AbortSignal;
  /** Aborts when a job is cancelled, and gives up a merge: entries that it has moved stay, the others are removed or moved back. */
  readonly withdrawn?: AbortSignal | undefined;
  /** Pauses the walks of the operation. */
  readonly pause?: PauseSwitch | undefined;
  /** Present for a copy that a restart has interrupted and that continues. */
  readonly interrupted?: InterruptedRecord | undefined;
  /** Returns true for an operation that continues after a restart. Then it records that a copy is complete before it publishes it. */
  outlivesRestart?(): boolean;
  /**
   * Called with the journal record before its next step is stored. From then on the operation cleans up after itself; an interrupted copy that
   * fails earlier is left to the caller.
   */
  onRecord?(record: JournalRecord): void;
  /** Reports the size of the operation, once it is known. */
  reportTotals(survey: Survey): void;
  reportProgress(progress: OperationProgress): void;
}

/** Returns options for work that can still be cancelled. */
export function untilCancelled(control: OperationControl): TaskOptions {
  const signal = AbortSignal.any([control.cancelled, control.stopping]);
  return { ...untilStopped(control), signal, enough: control.enough };
}

/** Returns options for work that has to be finished, unless the server stops. */
export function untilStopped({ stopping, reportProgress, pause }: OperationControl): TaskOptions {
  return { signal: stopping, onProgress: reportProgress, pause };
}
