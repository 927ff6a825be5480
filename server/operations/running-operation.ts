import type { JobKind } from '#contract/jobs.ts';
import type { Operation } from '#contract/operations.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { PauseSwitch } from '../lib/pause-switch.ts';
import type { StoredJobOptions } from '../metadata/jobs.ts';
import type { NewOperation } from '../metadata/operation-journal.ts';
import type { Survey } from '../storage/walk-outcomes.ts';
import type {
  InterruptedRecord,
  OperationControl,
  OperationProgress,
} from '../tree/operation-control.ts';
import type { JournalRecord } from '../tree/journal-record.ts';

/** An operation that begins; `from` and `to` as its user sees them. */
export interface BegunOperation {
  readonly actor: Actor;
  readonly kind: JobKind;
  readonly from: TreePath;
  readonly to: TreePath | undefined;
  readonly options: StoredJobOptions;
  /** Key that the client has given; undefined when it will not ask for the operation. */
  readonly key: string | undefined;
  /** Aborts when the operation has to be cancelled because its client has left. */
  readonly cancelled?: AbortSignal | undefined;
}

/** States of the journal record in which an operation that ends early has changed some entries. */
const HALF_DONE: ReadonlySet<NewOperation['state']> = new Set([
  'merging',
  'moving-into',
  'removing',
]);

/** Returns true if the entries that an operation counts as done stay changed when it ends in the present state of its journal record. */
export function isHalfDone(record: JournalRecord | undefined): boolean {
  return record !== undefined && HALF_DONE.has(record.operation.state);
}

/** An operation in progress: its progress, and the signals by which it is cancelled, paused or ended early. */
export class RunningOperation {
  readonly begun: BegunOperation;
  readonly key: string;
  readonly startedAt = Date.now();
  readonly pause = new PauseSwitch();
  /** Set for a copy that continues an interrupted one. */
  readonly interrupted: InterruptedRecord | undefined;
  /** Called after each change of the progress. */
  onProgress: () => void = () => undefined;
  /** Called when the journal record is known. */
  onRecord: (record: JournalRecord) => void = () => undefined;
  /** Aborts when the operation is cancelled or interrupted. */
  over: AbortSignal = new AbortController().signal;
  /** True once the operation is a job. */
  outlivesRestart = false;
  record: JournalRecord | undefined;
  /** Path of the entry that is being processed, below the start. */
  current: string | undefined;
  /** Number of entries that are changed although the operation is not complete. */
  kept = 0;
  readonly #cancelling = new AbortController();
  readonly #withdrawing = new AbortController();
  readonly #enough = new AbortController();
  #progress: Pick<Operation, 'entries' | 'bytes' | 'totalEntries' | 'totalBytes'> = {
    entries: 0,
    bytes: 0,
  };

  constructor(begun: BegunOperation, key: string, interrupted?: InterruptedRecord) {
    this.begun = begun;
    this.key = key;
    this.interrupted = interrupted;
  }

  get progress() {
    return this.#progress;
  }

  get operation(): Operation {
    const { kind, from, to } = this.begun;
    return { key: this.key, kind, from, ...(to === undefined ? {} : { to }), ...this.#progress };
  }

  /** Cancels the operation if it has made no visible change yet. With `midway`, also cancels a merge that has moved some entries. */
  cancel(reason: Error, { midway }: { readonly midway: boolean }): void {
    this.#cancelling.abort(reason);
    if (midway) this.#withdrawing.abort(reason);
    // A paused walk could not notice it.
    this.pause.set(false);
  }

  /** Ends the copy of a folder early, with what is copied. The copy of a single file is cancelled. */
  endWithPart(reason: Error): void {
    this.#enough.abort(reason);
    this.pause.set(false);
  }

  /** Returns true if this is the error of an operation that was cancelled, by a user or because its client has left. */
  wasCancelledBy(error: unknown): boolean {
    const signals = [this.#cancelling.signal, this.#enough.signal, this.begun.cancelled];
    return signals.some((signal) => signal?.aborted === true && error === signal.reason);
  }

  /** Aborts when the operation is cancelled. */
  get cancelled(): AbortSignal {
    const { signal } = this.#cancelling;
    const { cancelled } = this.begun;
    return cancelled === undefined ? signal : AbortSignal.any([signal, cancelled]);
  }

  /** Returns the control for the work of the operation. `stopping` aborts when the server stops. */
  control(stopping: AbortSignal): OperationControl {
    this.over = AbortSignal.any([this.cancelled, stopping]);
    return {
      cancelled: this.cancelled,
      stopping,
      withdrawn: this.#withdrawing.signal,
      enough: this.#enough.signal,
      pause: this.pause,
      interrupted: this.interrupted,
      outlivesRestart: () => this.outlivesRestart,
      onRecord: (record) => {
        this.record = record;
        this.onRecord(record);
      },
      reportTotals: (survey) => this.#reportTotals(survey),
      reportProgress: (done) => this.#reportProgress(done),
    };
  }

  /** True if entries that are counted as done stay changed when the operation ends early, as those that are deleted in the trash. */
  get #isHalfDone(): boolean {
    return this.begun.kind === 'purge' || isHalfDone(this.record);
  }

  #reportTotals({ files, folders, others, bytes }: Survey): void {
    const totals = { totalEntries: files + folders + others, totalBytes: bytes };
    this.#progress = { ...this.#progress, ...totals };
    this.onProgress();
  }

  #reportProgress({ entries, bytes, current, kept }: OperationProgress): void {
    this.#progress = { ...this.#progress, entries, bytes };
    this.current = current ?? this.current;
    this.kept = kept ?? (this.#isHalfDone ? entries : 0);
    this.onProgress();
  }
}
