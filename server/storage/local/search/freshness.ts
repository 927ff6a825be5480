import { setTimeout as delay } from 'node:timers/promises';
import type { ChangedFolders } from './changed-folders.ts';
import type { IndexThread } from './index-thread.ts';
import type { IndexFacts } from './name-index-worker.ts';

/** What others have done to the folders is looked for again when it was so long ago. */
const OLDEST_MS = 2_000;
/** But it takes one part in so many of the time at most. */
const REST_FACTOR = 20;
/** So long an answer waits for it. */
const MOST_WAITING_MS = 1_000;
/** While one refresh is under way, changes may come that need another. */
const MOST_ROUNDS = 2;

export interface FreshnessOptions {
  /** When the tree was read, or began to be. */
  readonly lookedAtMs: number;
  /** Whether nobody is searching. */
  isQuiet(): boolean;
  onRefreshed(facts: IndexFacts): void;
  /** What is known is not to be trusted any more. */
  onFailed(error: unknown): void;
}

/** Has changed folders read again, one refresh at a time. */
export class Freshness {
  readonly #thread: Pick<IndexThread, 'refresh'>;
  readonly #changed: ChangedFolders;
  readonly #options: FreshnessOptions;
  #refreshing: Promise<void> | undefined;
  #finished = 0;
  /** When all folders were looked at last, and may be again. */
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
  }

  /** How many refreshes have ended. */
  get finished(): number {
    return this.#finished;
  }

  /** Begins a refresh where one is due and none is under way. */
  begin(): Promise<void> | undefined {
    const now = Date.now();
    const isOld = now - this.#lookedAtMs > OLDEST_MS && now >= this.#mayLookAtMs;
    if (this.#refreshing === undefined && (isOld || !this.#changed.isEmpty)) {
      this.#refreshing = this.#refresh(isOld).finally(() => {
        this.#refreshing = undefined;
      });
    }
    return this.#refreshing;
  }

  /** Waits until what is known now has been read, but not for ever. */
  async settle(signal: AbortSignal): Promise<void> {
    const patience = AbortSignal.timeout(MOST_WAITING_MS);
    const either = AbortSignal.any([signal, patience]);
    for (let round = 0; round < MOST_ROUNDS && !patience.aborted; round += 1) {
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
      this.#options.onRefreshed(await this.#thread.refresh(input));
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
  // Never by itself: whoever waits is let go by the signal, and its error is of no interest here.
  await delay(2 * MOST_WAITING_MS, undefined, { signal, ref: false }).catch(() => undefined);
}
