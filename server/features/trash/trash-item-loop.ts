import { nameOf } from '#contract/paths.ts';
import type { TrashOutcome } from '#contract/trash.ts';
import { AppError } from '../../errors.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { StoredTrash } from '../../metadata/trash.ts';
import { type Exceptions, MAX_NAMED } from '../../storage/walk-outcomes.ts';
import type { OperationControl } from '../../tree/operation-control.ts';

/** Interval at which the progress between items is reported. Milliseconds. */
const REPORT_EVERY_MS = 200;

type Result = TrashOutcome['results'][number];

/** Measured size of items in the trash together; undefined while one of them is not measured. */
export class ItemTotals {
  #entries: number | undefined = 0;

  add({ entries }: Pick<StoredTrash, 'entries'>): void {
    if (this.#entries === undefined || entries === undefined) this.#entries = undefined;
    else this.#entries += entries;
  }

  get entries(): number | undefined {
    return this.#entries;
  }
}

/**
 * Processes items in the trash one after another. Continues after an item that fails. Waits before the next item while the job is paused,
 * and stops there when it is cancelled.
 */
export class TrashItemLoop {
  readonly #control: OperationControl;
  readonly results: Result[] = [];
  readonly #failedNames: string[] = [];
  #failed = 0;
  #entries: number;
  /** Entries of the present item that are done. */
  #itemEntries = 0;
  #reportedAt = 0;

  /** `done` is the number of entries that were done before a restart. */
  constructor(control: OperationControl, { done }: { readonly done: number }) {
    this.#control = control;
    this.#entries = done;
  }

  /** Items that have failed. */
  get failures(): Exceptions {
    return { count: this.#failed, names: this.#failedNames };
  }

  /** Does the work for one item. `find` returns undefined for one that is no longer in the trash and needs no work. */
  async process(
    id: number,
    find: () => Promise<StoredTrash | undefined>,
    work: (trash: StoredTrash, control: OperationControl) => Promise<Omit<Result, 'id'>>,
  ): Promise<void> {
    const { cancelled, stopping, hold } = this.#control;
    const over = AbortSignal.any([cancelled, stopping]);
    await hold?.released(over);
    over.throwIfAborted();
    let trash: StoredTrash | undefined;
    this.#itemEntries = 0;
    try {
      trash = await find();
      const result = trash === undefined ? { status: 200 } : await work(trash, this.#controlOfItem);
      this.results.push({ id, ...result });
    } catch (error) {
      over.throwIfAborted();
      this.#fail(id, trash, error);
    }
    this.#entries += trash?.entries ?? Math.max(1, this.#itemEntries);
    if (Date.now() - this.#reportedAt >= REPORT_EVERY_MS) this.report();
  }

  report(): void {
    this.#reportedAt = Date.now();
    this.#control.reportProgress({ entries: this.#entries, bytes: 0 });
  }

  /** An item has a journal record of its own, which does not say how far the job is. */
  get #controlOfItem(): OperationControl {
    const { cancelled, stopping, hold, reportProgress } = this.#control;
    const before = this.#entries;
    return {
      cancelled,
      stopping,
      hold,
      reportTotals: () => undefined,
      reportProgress: ({ entries, current }) => {
        this.#itemEntries = entries;
        reportProgress({ entries: before + entries, bytes: 0, ...(current && { current }) });
      },
    };
  }

  #fail(id: number, trash: StoredTrash | undefined, error: unknown): void {
    if (!(error instanceof AppError) || error.code === 'shutting-down') throw error;
    const { status, body } = errorReply(error);
    this.results.push({ id, status, message: body.trim() });
    this.#failed += 1;
    if (this.#failedNames.length < MAX_NAMED)
      this.#failedNames.push(trash === undefined ? `#${id}` : nameOf(trash.source));
  }
}
