import { setTimeout as delay } from 'node:timers/promises';
import type { ChangedFolders } from './changed-folders.ts';
import type { IndexThread } from './index-thread.ts';
import type { IndexFacts } from './name-index-worker.ts';

/** Age of the last comparison of all folders above which the next refresh compares them again. Milliseconds. */
const OLDEST_MS = 2_000;
/** Minimum time between two comparisons, as a multiple of the time that the first has taken. */
const REST_FACTOR = 20;
/** Maximum time that a search waits for a refresh. Milliseconds. */
const MAX_WAITING_MS = 1_000;
/** Maximum number of refreshes that a search waits for: changes during one can need another. */
const MAX_ROUNDS = 2;

export interface FreshnessOptions {
  /** Time at which reading the tree began. */
  readonly lookedAtMs: number;
  /** True if reading it has missed names. */
  readonly isIncomplete: boolean;
  /** Returns true while no search is running. */
  isQuiet(): boolean;
  onRefreshed(facts: IndexFacts): void;
  /** Called when a refresh has failed, so that the index is no longer reliable. */
  onFailed(error: unknown): void;
}

/**
 * Keeps the index up to date: reads folders again that this server has changed, and compares all folders with the index from time to time
 * because of changes by other programs. Runs one refresh at a time.
 */
export class Freshness {
  readonly #thread: Pick<IndexThread, 'refresh'>;
  readonly #changed: ChangedFolders;
  readonly #options: FreshnessOptions;
  /** True if names are missing, so that all folders have to be compared with the index. */
  #isIncomplete = false;
  #refreshing: Promise<void> | undefined;
  #finished = 0;
  /** Time of the last comparison of all folders, and the earliest time of the next. Unix milliseconds. */
  #lookedAtMs: number;
  #mayLookAtMs = 0;

  constructor(
    thread: Pick<IndexThread, 'refresh'>,
    changed: ChangedFolders,
    options: FreshnessOptions,
  ) {
    this.#thread = thread;
    this.#changed = changed;
    this.#options = options;
    this.#lookedAtMs = options.lookedAtMs;
    this.#isIncomplete = options.isIncomplete;
  }

  /** Number of refreshes that have ended. */
  get finished(): number {
    return this.#finished;
  }

  /** Begins a refresh if one is due and none is running. */
  begin(): Promise<void> | undefined {
    const now = Date.now();
    const isDue = this.#isIncomplete || now - this.#lookedAtMs > OLDEST_MS;
    const isOld = isDue && now >= this.#mayLookAtMs;
    if (this.#refreshing === undefined && (isOld || !this.#changed.isEmpty)) {
      this.#refreshing = this.#refresh(isOld).finally(() => {
        this.#refreshing = undefined;
      });
    }
    return this.#refreshing;
  }

  /** Waits until all changes known now have been read, up to a time limit. */
  async settle(signal: AbortSignal): Promise<void> {
    const patience = AbortSignal.timeout(MAX_WAITING_MS);
    const either = AbortSignal.any([signal, patience]);
    for (let round = 0; round < MAX_ROUNDS && !patience.aborted; round += 1) {
      const refreshing = this.begin();
      if (refreshing === undefined) return;
      await Promise.race([refreshing, aborted(either)]);
      signal.throwIfAborted();
    }
  }

  async #refresh(isWhole: boolean): Promise<void> {
    const begunMs = Date.now();
    try {
      const input = { ...this.#changed.take(isWhole), mayCompact: this.#options.isQuiet() };
      const facts = await this.#thread.refresh(input);
      this.#isIncomplete = facts.lacking !== undefined;
      this.#options.onRefreshed(facts);
      const endedMs = Date.now();
      if (input.isWhole) this.#lookedAtMs = begunMs;
      this.#mayLookAtMs = endedMs + REST_FACTOR * (endedMs - begunMs);
    } catch (error) {
      this.#options.onFailed(error);
    } finally {
      this.#finished += 1;
    }
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  // The delay always ends by the signal, whose error does not matter here.
  await delay(2 * MAX_WAITING_MS, undefined, { signal, ref: false }).catch(() => undefined);
}
