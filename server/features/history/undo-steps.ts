import type { UndoRefusal } from '#contract/history.ts';
import { isHalfDone } from '../../operations/running-operation.ts';
import type { JournalRecord } from '../../tree/journal-record.ts';
import type { OperationControl } from '../../tree/operation-control.ts';

/** Minimum time between two reports of the progress. Milliseconds. */
const REPORT_EVERY_MS = 200;

/**
 * Takes the steps of an undo one after another: stands still between them while its job is paused, and throws when the undo is cancelled
 * or the server stops.
 */
export class UndoSteps {
  readonly #control: OperationControl;
  readonly #count: number;
  /** Number of steps that are undone or refused. */
  #done = 0;
  /** Number of steps that are undone. */
  #undone = 0;
  #reportedAt = 0;

  constructor(control: OperationControl, count: number) {
    this.#control = control;
    this.#count = count;
    if (count > 1) control.reportTotals({ files: count, folders: 0, others: 0, bytes: 0 });
  }

  /**
   * Calls `work` with a control for this step. It does not pass on `onRecord`, because the journal record of one step says nothing about the
   * whole undo. If there is only one step, its progress is that of the undo; otherwise, completed steps are counted. Resolves with what
   * `work` does: undefined when the step is undone, otherwise the reason of the refusal.
   */
  async take(
    current: string,
    work: (control: OperationControl) => Promise<UndoRefusal | undefined>,
  ): Promise<UndoRefusal | undefined> {
    const { cancelled, stopping, pause } = this.#control;
    const over = AbortSignal.any([cancelled, stopping]);
    try {
      await pause?.untilResumed(over);
      over.throwIfAborted();
      if (Date.now() - this.#reportedAt >= REPORT_EVERY_MS) this.#report(current);
      const refusal = await work(this.#controlOfStep());
      this.#done += 1;
      if (refusal === undefined) this.#undone += 1;
      if (this.#done === this.#count) this.#report(current);
      return refusal;
    } catch (error) {
      this.#report(current);
      throw error;
    }
  }

  #controlOfStep(): OperationControl {
    const { cancelled, stopping, pause, reportTotals, reportProgress } = this.#control;
    const own = { cancelled, stopping, pause };
    if (this.#count > 1) {
      const none = (): void => undefined;
      return { ...own, reportTotals: none, reportProgress: none };
    }
    let record: JournalRecord | undefined;
    return {
      ...own,
      onRecord: (known) => {
        record = known;
      },
      reportTotals,
      // A move to another device, for instance, counts what it has copied, and discards it when it is cancelled.
      reportProgress: (done) =>
        reportProgress({ ...done, kept: done.kept ?? (isHalfDone(record) ? done.entries : 0) }),
    };
  }

  #report(current: string): void {
    if (this.#count === 1) return;
    this.#reportedAt = Date.now();
    const kept = this.#undone;
    this.#control.reportProgress({ entries: this.#done, bytes: 0, current, kept });
  }
}
