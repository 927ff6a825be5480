import { cancelWhenReachable, tryCancel, wasCancelled } from '../api/cancel-operation.ts';
import { ApiError } from '../api/http.ts';
import type { TrackedCall } from '../api/tracked-call.ts';
import { pause } from '../lib/pause.ts';
import { randomKey } from '../lib/random-key.ts';
import { type RunKind, runningOperations, type RunningOperation } from './running-operations.ts';

/** Concurrent calls, fewer than the server's limit per user, so that other requests are not blocked. */
const MAX_AT_ONCE = 4;
/** Time after which an operation is shown. Milliseconds. */
export const LONG_AFTER_MS = 1_000;
/** Intervals of updates for display, and of attempts to cancel. Milliseconds. */
const PUBLISH_INTERVAL_MS = 100;
const CANCEL_INTERVAL_MS = 500;
/** Maximum time to wait for the server to confirm a cancellation, in milliseconds. */
const CANCEL_LIMIT_MS = 5_000;
/** Pause before a retry, if a busy server does not state one. Milliseconds. */
const BUSY_PAUSE_MS = 1_000;

/** One item of an operation. */
export interface OperationItem {
  readonly name: string;
  /** Executes the operation for this item. */
  run(tracked: TrackedCall): Promise<void>;
}

export interface OperationFailure<Item extends OperationItem> {
  readonly item: Item;
  /** Error thrown by `run`. */
  readonly failure: unknown;
}

/** Results in the order of the items. Cancelled items are in neither list. */
export interface OperationResult<Item extends OperationItem> {
  readonly done: readonly Item[];
  readonly failed: readonly OperationFailure<Item>[];
  readonly cancelled: boolean;
  /** Key of the action in the history, by which it is undone. */
  readonly group: string;
}

const NONE: ReadonlySet<string> = new Set();

let lastId = 0;

/**
 * Runs an operation on several items, a few at a time and in order. A failed item does not stop the others; the end
 * of the session does. Never throws.
 */
export function runOperation<Item extends OperationItem>({
  kind,
  items,
}: {
  kind: RunKind;
  items: readonly Item[];
}): Promise<OperationResult<Item>> {
  return new OperationRun(kind, items).run();
}

class OperationRun<Item extends OperationItem> {
  readonly #id = ++lastId;
  readonly #kind: RunKind;
  readonly #items: readonly Item[];
  readonly #group = randomKey();
  readonly #underWay = new Map<string, Item>();
  readonly #outcomes: ({ readonly failure?: unknown } | undefined)[] = [];
  readonly #waiting = new Set<string>();
  readonly #cancelled = new AbortController();
  readonly #aborted = new AbortController();
  #next = 0;
  #ended = 0;
  #wasCancelledElsewhere = false;
  #isLong = false;
  #publishTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(kind: RunKind, items: readonly Item[]) {
    this.#kind = kind;
    this.#items = items;
  }

  async run(): Promise<OperationResult<Item>> {
    const timer = setTimeout(() => {
      this.#isLong = true;
      this.#publish();
    }, LONG_AFTER_MS);
    const work = Promise.all(Array.from({ length: MAX_AT_ONCE }, () => this.#work()));
    this.#publish();
    await work;
    clearTimeout(timer);
    this.#leave();
    return this.#result();
  }

  async #work(): Promise<void> {
    while (!this.#cancelled.signal.aborted) {
      const index = this.#next;
      const item = this.#items[index];
      if (!item) return;
      this.#next += 1;
      await this.#do(item, index);
    }
  }

  async #do(item: Item, index: number): Promise<void> {
    const key = randomKey();
    this.#underWay.set(key, item);
    this.#publishSoon();
    try {
      await this.#runUntilAccepted(item, key);
      this.#outcomes[index] = {};
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 401) this.#cancel();
      // A failure after the cancellation is its expected result.
      if (wasCancelled(failure)) this.#wasCancelledElsewhere = true;
      else if (!this.#cancelled.signal.aborted) this.#outcomes[index] = { failure };
    }
    this.#underWay.delete(key);
    this.#waiting.delete(key);
    this.#ended += 1;
    this.#publishSoon();
  }

  /** Runs an item, and retries while the server answers that it is busy. */
  async #runUntilAccepted(item: Item, key: string): Promise<void> {
    for (;;) {
      try {
        return await item.run(this.#trackedCall(key));
      } catch (failure) {
        const isBusy = failure instanceof ApiError && failure.status === 429;
        if (!isBusy || this.#cancelled.signal.aborted) throw failure;
        await pause((failure.retryAfterSeconds ?? 0) * 1_000 || BUSY_PAUSE_MS);
        if (this.#cancelled.signal.aborted) throw failure;
      }
    }
  }

  #trackedCall(key: string): TrackedCall {
    return {
      key,
      group: this.#group,
      signal: this.#aborted.signal,
      cancelled: this.#cancelled.signal,
      reportWaiting: (isWaiting) => {
        if (isWaiting) this.#waiting.add(key);
        else this.#waiting.delete(key);
        this.#publishSoon();
      },
    };
  }

  #cancel(ending: ReadonlySet<string> = NONE): void {
    if (this.#cancelled.signal.aborted) return;
    this.#cancelled.abort();
    this.#publish();
    void this.#cancelAll(ending);
  }

  /**
   * Repeats the cancellation of each operation, except those in `ending`, until it has ended, because one that the
   * server does not know yet may still start. Operations that cannot be cancelled now are cancelled when the server is
   * reachable.
   */
  async #cancelAll(ending: ReadonlySet<string>): Promise<void> {
    const unreached = new Set<string>();
    for (let waited = 0; waited < CANCEL_LIMIT_MS; waited += CANCEL_INTERVAL_MS) {
      for (const key of this.#underWay.keys())
        if (!ending.has(key)) void this.#cancelOne(key, unreached);
      await pause(CANCEL_INTERVAL_MS);
      if (this.#underWay.size === 0) break;
    }
    this.#aborted.abort();
    for (const key of unreached) void cancelWhenReachable(key);
  }

  async #cancelOne(key: string, unreached: Set<string>): Promise<void> {
    unreached.add(key);
    if (await tryCancel(key)) unreached.delete(key);
  }

  #result(): OperationResult<Item> {
    const done: Item[] = [];
    const failed: OperationFailure<Item>[] = [];
    for (const [index, item] of this.#items.entries()) {
      const outcome = this.#outcomes[index];
      if (outcome && 'failure' in outcome) failed.push({ item, failure: outcome.failure });
      else if (outcome) done.push(item);
    }
    return {
      done,
      failed,
      cancelled: this.#wasCancelledElsewhere || this.#cancelled.signal.aborted,
      group: this.#group,
    };
  }

  #publishSoon(): void {
    this.#publishTimer ??= setTimeout(() => this.#publish(), PUBLISH_INTERVAL_MS);
  }

  #publish(): void {
    clearTimeout(this.#publishTimer);
    this.#publishTimer = undefined;
    const shown = this.#state();
    runningOperations.setState(({ running }) => ({
      running: running.some(({ id }) => id === this.#id)
        ? running.map((operation) => (operation.id === this.#id ? shown : operation))
        : [...running, shown],
    }));
  }

  #leave(): void {
    clearTimeout(this.#publishTimer);
    runningOperations.setState(({ running }) => ({
      running: running.filter(({ id }) => id !== this.#id),
    }));
  }

  #state(): RunningOperation {
    return {
      id: this.#id,
      kind: this.#kind,
      total: this.#items.length,
      ended: this.#ended,
      underWay: Array.from(this.#underWay, ([key, { name }]) => ({ key, name })),
      isLong: this.#isLong,
      isWaiting: this.#waiting.size > 0,
      isCancelled: this.#cancelled.signal.aborted,
      cancel: (ending) => this.#cancel(ending),
    };
  }
}
