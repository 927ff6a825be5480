import { nameOf } from '#contract/paths.ts';
import { MAX_TRASHED_AT_ONCE, type TrashOutcome } from '#contract/trash.ts';
import { AppError } from '../../errors.ts';
import { errorReply } from '../../http/error-reply.ts';
import type { StoredTrash } from '../../metadata/trash.ts';
import { type Exceptions, MAX_NAMED } from '../../storage/walk-outcomes.ts';
import { isHalfDone } from '../../operations/running-operation.ts';
import type { JournalRecord } from '../../tree/journal-record.ts';
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

export interface TrashItemLoopOptions {
  readonly kind: 'restore' | 'purge';
  /** Number of entries that were done before a restart. */
  readonly done: number;
  /** True to return the outcome of items that fail only. There may be any number of others. */
  readonly onlyFailures?: boolean;
}

/**
 * Processes items in the trash one after another. Continues after an item that fails. Waits before the next item while the job is paused,
 * and stops there when it is cancelled.
 */
export class TrashItemLoop {
  readonly #control: OperationControl;
  readonly #options: TrashItemLoopOptions;
  readonly #results: Result[] = [];
  /** Number of results that are left out. */
  #more = 0;
  readonly #failedNames: string[] = [];
  #failed = 0;
  #entries: number;
  /** Number of entries that stay changed if the job ends now. */
  #kept: number;
  /** The same two numbers of the present item. */
  #ofItem = { entries: 0, kept: 0 };
  #reportedAt = 0;

  constructor(control: OperationControl, options: TrashItemLoopOptions) {
    this.#control = control;
    this.#options = options;
    this.#entries = options.done;
    this.#kept = options.done;
  }

  get outcome(): TrashOutcome {
    return { results: this.#results, ...(this.#more > 0 && { more: this.#more }) };
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
    const { cancelled, stopping, pause } = this.#control;
    const over = AbortSignal.any([cancelled, stopping]);
    this.#ofItem = { entries: 0, kept: 0 };
    try {
      await pause?.untilResumed(over);
      over.throwIfAborted();
      await this.#processOne(id, find, work, over);
    } catch (error) {
      this.report();
      throw error;
    }
    if (Date.now() - this.#reportedAt >= REPORT_EVERY_MS) this.report();
  }

  async #processOne(
    id: number,
    find: () => Promise<StoredTrash | undefined>,
    work: (trash: StoredTrash, control: OperationControl) => Promise<Omit<Result, 'id'>>,
    over: AbortSignal,
  ): Promise<void> {
    let trash: StoredTrash | undefined;
    let isDone = true;
    try {
      trash = await find();
      const result = trash === undefined ? { status: 200 } : await work(trash, this.#controlOfItem);
      if (this.#options.onlyFailures !== true) this.#results.push({ id, ...result });
    } catch (error) {
      over.throwIfAborted();
      isDone = false;
      this.#fail(id, trash, error);
    }
    const entries = trash?.entries ?? Math.max(1, this.#ofItem.entries);
    this.#entries += entries;
    this.#kept += isDone ? entries : this.#ofItem.kept;
    this.#ofItem = { entries: 0, kept: 0 };
  }

  report(current?: string): void {
    this.#reportedAt = Date.now();
    this.#control.reportProgress({
      entries: this.#entries + this.#ofItem.entries,
      bytes: 0,
      kept: this.#kept + this.#ofItem.kept,
      ...(current && { current }),
    });
  }

  /** An item has a journal record of its own, which says what of it stays changed, but not how far the job is. */
  get #controlOfItem(): OperationControl {
    const { cancelled, stopping, pause } = this.#control;
    let record: JournalRecord | undefined;
    return {
      cancelled,
      stopping,
      pause,
      onRecord: (known) => {
        record = known;
      },
      reportTotals: () => undefined,
      reportProgress: ({ entries, current }) => {
        const isKept = this.#options.kind === 'purge' || isHalfDone(record);
        this.#ofItem = { entries, kept: isKept ? entries : 0 };
        this.report(current);
      },
    };
  }

  #fail(id: number, trash: StoredTrash | undefined, error: unknown): void {
    if (!(error instanceof AppError) || error.code === 'shutting-down') throw error;
    const { status, body } = errorReply(error);
    if (this.#results.length < MAX_TRASHED_AT_ONCE)
      this.#results.push({ id, status, message: body.trim() });
    else this.#more += 1;
    this.#failed += 1;
    if (this.#failedNames.length < MAX_NAMED)
      this.#failedNames.push(trash === undefined ? `#${id}` : nameOf(trash.source));
  }
}
