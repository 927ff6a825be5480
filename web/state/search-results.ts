import type { Entry } from '#contract/files.ts';
import { type SearchQuestion, searchEntries } from '../api/search.ts';
import { pause } from '../lib/pause.ts';
import type { PendingChange, PendingChanges } from './pending-changes.ts';

/** Maximum number of results that are kept. */
export const MAX_FOUND = 100_000;

/** Update interval, longer than a frame, so that rendering does not slow down reading. */
const PUBLISH_INTERVAL_MS = 100;

/** Pauses before repeating a failed refresh, in milliseconds. After the last one, it is repeated when the connection returns. */
const REPEAT_PAUSES_MS = [1_000, 4_000, 15_000];

export interface SearchResults {
  /** Last search; undefined before the first one. */
  readonly asked: SearchQuestion | undefined;
  /** Search that `found` answers: the previous one, until the new one has results or ends. */
  readonly shown: SearchQuestion | undefined;
  readonly found: readonly Entry[];
  readonly isSearching: boolean;
  /** True if results were omitted. */
  readonly isCut: boolean;
  /** Error that ended the search early; undefined if there was none. */
  readonly failure: unknown;
  /** Changes to files that `found` does not include yet, oldest first. */
  readonly done: PendingChanges;
}

const NO_CHANGES: PendingChanges = [];

const NOTHING: SearchResults = {
  asked: undefined,
  shown: undefined,
  found: [],
  isSearching: false,
  isCut: false,
  failure: undefined,
  done: NO_CHANGES,
};

/** Runs one search at a time. A new one ends the previous one. */
export class SearchStore {
  #results = NOTHING;
  #reading = new AbortController();
  #isRefreshing = false;
  #mustRefresh = false;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A new object after every change. */
  readonly current = (): SearchResults => this.#results;

  ask(question: SearchQuestion): void {
    this.#stopReading();
    this.#change({ asked: question, isSearching: true, isCut: false, failure: undefined });
    void this.#search(question, this.#reading.signal);
  }

  /** Clears the results. */
  clear(): void {
    this.#stopReading();
    this.#change(NOTHING);
  }

  /** Repeats the search after files have changed, and replaces the results when it is complete. */
  refresh(): void {
    this.#refresh(REPEAT_PAUSES_MS);
  }

  #refresh(pauses: readonly number[]): void {
    const { asked, isSearching, failure } = this.#results;
    if (!asked || failure !== undefined) return;
    if (isSearching) {
      this.#mustRefresh = true;
      return;
    }
    this.#stopReading();
    this.#isRefreshing = true;
    void this.#reload(asked, this.#reading.signal, pauses);
  }

  /** Repeats a search or a refresh that failed. Does nothing otherwise. */
  reconnect(): void {
    const { asked, failure } = this.#results;
    if (asked && failure !== undefined) this.ask(asked);
    else if (this.#mustRefresh) this.refresh();
  }

  /** Shows changes that have happened, and are no longer pending, until the results include them. */
  keep(happened: PendingChange): void {
    const { isSearching, done } = this.#results;
    if (!isSearching && !this.#isRefreshing && !this.#mustRefresh) return;
    // Not merged into one, because a later change may be to the path of an earlier one.
    this.#change({ done: [...done, happened] });
  }

  #stopReading(): void {
    this.#reading.abort();
    this.#reading = new AbortController();
    this.#isRefreshing = false;
    this.#mustRefresh = false;
  }

  async #search(question: SearchQuestion, signal: AbortSignal): Promise<void> {
    const found: Entry[] = [];
    let publishedAt = 0;
    const publish = (more: Partial<SearchResults> = {}) => {
      publishedAt = performance.now();
      const shown = { shown: question, found: found.slice(0, MAX_FOUND) };
      // A search that began before a change may still find the old entries.
      const done = this.#mustRefresh ? this.#results.done : NO_CHANGES;
      this.#change({ ...shown, done, ...more });
    };
    try {
      for await (const entries of searchEntries(question, signal)) {
        if (signal.aborted) return;
        append(found, entries);
        if (found.length > MAX_FOUND) break;
        if (performance.now() - publishedAt > PUBLISH_INTERVAL_MS) publish();
      }
      if (signal.aborted) return;
      publish({ isSearching: false, isCut: found.length > MAX_FOUND });
      if (this.#mustRefresh) this.refresh();
    } catch (failure) {
      if (!signal.aborted) publish({ isSearching: false, failure });
    }
  }

  async #reload(
    question: SearchQuestion,
    signal: AbortSignal,
    pauses: readonly number[],
  ): Promise<void> {
    const found: Entry[] = [];
    try {
      for await (const entries of searchEntries(question, signal)) {
        append(found, entries);
        if (found.length > MAX_FOUND) break;
      }
    } catch {
      // Keeps the old results. The next search reports the failure.
      if (signal.aborted) return;
      this.#isRefreshing = false;
      this.#mustRefresh = true;
      await this.#repeatLater(signal, pauses);
      return;
    }
    if (signal.aborted) return;
    this.#isRefreshing = false;
    const isCut = found.length > MAX_FOUND;
    this.#change({ found: found.slice(0, MAX_FOUND), isCut, done: NO_CHANGES });
  }

  /** Repeats a failed refresh after a pause, unless another search or refresh has begun meanwhile. */
  async #repeatLater(signal: AbortSignal, [first, ...others]: readonly number[]): Promise<void> {
    if (first === undefined) return;
    await pause(first, [signal]).catch(() => {});
    if (!signal.aborted) this.#refresh(others);
  }

  #change(changes: Partial<SearchResults>): void {
    this.#results = { ...this.#results, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

function append(found: Entry[], entries: readonly Entry[]): void {
  for (const entry of entries) found.push(entry);
}
