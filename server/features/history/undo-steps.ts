import type { OperationControl } from '../../tree/operation-control.ts';

/** Interval at which the progress between operations is reported. Milliseconds. */
const REPORT_EVERY_MS = 200;

/** Takes the steps of an undo one after another: stands still between them while its job is paused, and ends when it is cancelled. */
export class UndoSteps {
  readonly #control: OperationControl;
  readonly #count: number;
  #done = 0;
  #reportedAt = 0;

  constructor(control: OperationControl, count: number) {
    this.#control = control;
    this.#count = count;
    if (count > 1) control.reportTotals({ files: count, folders: 0, others: 0, bytes: 0 });
  }

  /** Calls `work` with its own control, whose journal record does not say how far the job is. A single step reports its own progress. */
  async take<Result>(
    current: string,
    work: (control: OperationControl) => Promise<Result>,
  ): Promise<Result> {
    const { cancelled, stopping, hold, reportTotals, reportProgress } = this.#control;
    const over = AbortSignal.any([cancelled, stopping]);
    await hold?.released(over);
    over.throwIfAborted();
    const own = { cancelled, stopping, hold };
    const none = (): void => undefined;
    const result = await work(
      this.#count === 1
        ? { ...own, reportTotals, reportProgress }
        : { ...own, reportTotals: none, reportProgress: none },
    );
    this.#done += 1;
    const isLast = this.#done === this.#count;
    if (this.#count > 1 && (isLast || Date.now() - this.#reportedAt >= REPORT_EVERY_MS)) {
      this.#reportedAt = Date.now();
      reportProgress({ entries: this.#done, bytes: 0, current });
    }
    return result;
  }
}
