import type { Operation } from '#contract/operations.ts';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../api/http.ts';
import { cancelOperation } from '../api/operations.ts';
import { randomKey } from '../lib/random-key.ts';

/** Fewer than the server lets one user do at once, so that other work finds a place. */
const MOST_AT_ONCE = 4;
/** What is over sooner needs no panel. */
export const LONG_AFTER_MS = 1_000;
const PUBLISH_INTERVAL_MS = 100;
const CANCEL_INTERVAL_MS = 500;
/** What the server has not given up by then is waited for no longer. */
const CANCEL_LIMIT_MS = 5_000;
const BUSY_PAUSE_MS = 1_000;

/** One of the things an act is done to. */
export interface ActItem {
  readonly name: string;
  /** Does it; `key` goes into the header that names the operation (contract/operations.ts). */
  run(signal: AbortSignal, key: string): Promise<void>;
}

export interface ActFailure<Item extends ActItem> {
  readonly item: Item;
  /** What `run` threw. */
  readonly failure: unknown;
}

/** In the order of the items. What was called off is in neither list. */
export interface ActResult<Item extends ActItem> {
  readonly done: readonly Item[];
  readonly failed: readonly ActFailure<Item>[];
  readonly cancelled: boolean;
}

/** An act as it stands; a new object whenever anything changed. */
export interface RunningAct {
  readonly id: number;
  readonly kind: Operation['kind'];
  readonly total: number;
  /** Items that are over, however they ended. */
  readonly ended: number;
  /** What is being worked on, the oldest first. */
  readonly underWay: readonly { readonly key: string; readonly name: string }[];
  /** It takes long enough to be shown. */
  readonly isLong: boolean;
  readonly isCancelled: boolean;
  cancel(): void;
}

/** What this page is doing to files on the server, the oldest first. */
export const acts = createStore<{ readonly running: readonly RunningAct[] }>(() => ({
  running: [],
}));

/** Whether anything is under way: leaving the page would hide its end. */
export const actsActivity = {
  subscribe: acts.subscribe,
  current: () => ({ isActive: acts.getState().running.length > 0 }),
};

let lastId = 0;

/**
 * Does something to each of many items, a few at once, the first ones first. One that fails does not stop the
 * others; the end of the session does. Never throws.
 */
export function runAct<Item extends ActItem>({
  kind,
  items,
}: {
  kind: Operation['kind'];
  items: readonly Item[];
}): Promise<ActResult<Item>> {
  return new Act(kind, items).run();
}

class Act<Item extends ActItem> {
  readonly #id = ++lastId;
  readonly #kind: Operation['kind'];
  readonly #items: readonly Item[];
  readonly #underWay = new Map<string, Item>();
  readonly #outcomes: ({ readonly failure?: unknown } | undefined)[] = [];
  readonly #aborted = new AbortController();
  #next = 0;
  #ended = 0;
  #isLong = false;
  #isCancelled = false;
  #publishTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(kind: Operation['kind'], items: readonly Item[]) {
    this.#kind = kind;
    this.#items = items;
  }

  async run(): Promise<ActResult<Item>> {
    const timer = setTimeout(() => {
      this.#isLong = true;
      this.#publish();
    }, LONG_AFTER_MS);
    const work = Promise.all(Array.from({ length: MOST_AT_ONCE }, () => this.#work()));
    this.#publish();
    await work;
    clearTimeout(timer);
    this.#leave();
    return this.#result();
  }

  async #work(): Promise<void> {
    while (!this.#isCancelled) {
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
      await this.#untilTaken(item, key);
      this.#outcomes[index] = {};
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 401) this.#cancel();
      // What fails after it was called off has obeyed.
      if (!this.#isCancelled) this.#outcomes[index] = { failure };
    }
    this.#underWay.delete(key);
    this.#ended += 1;
    this.#publishSoon();
  }

  /** A server that has too much to do already is asked again. */
  async #untilTaken(item: Item, key: string): Promise<void> {
    for (;;) {
      try {
        return await item.run(this.#aborted.signal, key);
      } catch (failure) {
        const isBusy = failure instanceof ApiError && failure.status === 429;
        if (!isBusy || this.#isCancelled) throw failure;
        await pause((failure.retryAfterSeconds ?? 0) * 1_000 || BUSY_PAUSE_MS);
        if (this.#isCancelled) throw failure;
      }
    }
  }

  #cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#publish();
    void this.#callOff();
  }

  /** An operation the server does not know yet may be about to begin there, so each is called off until it is over. */
  async #callOff(): Promise<void> {
    for (let waited = 0; waited < CANCEL_LIMIT_MS; waited += CANCEL_INTERVAL_MS) {
      await Promise.allSettled([...this.#underWay.keys()].map((key) => cancelOperation(key)));
      await pause(CANCEL_INTERVAL_MS);
      if (this.#underWay.size === 0) return;
    }
    this.#aborted.abort();
  }

  #result(): ActResult<Item> {
    const done: Item[] = [];
    const failed: ActFailure<Item>[] = [];
    for (const [index, item] of this.#items.entries()) {
      const outcome = this.#outcomes[index];
      if (outcome && 'failure' in outcome) failed.push({ item, failure: outcome.failure });
      else if (outcome) done.push(item);
    }
    return { done, failed, cancelled: this.#isCancelled };
  }

  #publishSoon(): void {
    this.#publishTimer ??= setTimeout(() => this.#publish(), PUBLISH_INTERVAL_MS);
  }

  #publish(): void {
    clearTimeout(this.#publishTimer);
    this.#publishTimer = undefined;
    const shown = this.#look();
    acts.setState(({ running }) => ({
      running: running.some(({ id }) => id === this.#id)
        ? running.map((act) => (act.id === this.#id ? shown : act))
        : [...running, shown],
    }));
  }

  #leave(): void {
    clearTimeout(this.#publishTimer);
    acts.setState(({ running }) => ({ running: running.filter(({ id }) => id !== this.#id) }));
  }

  #look(): RunningAct {
    return {
      id: this.#id,
      kind: this.#kind,
      total: this.#items.length,
      ended: this.#ended,
      underWay: Array.from(this.#underWay, ([key, { name }]) => ({ key, name })),
      isLong: this.#isLong,
      isCancelled: this.#isCancelled,
      cancel: () => this.#cancel(),
    };
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
