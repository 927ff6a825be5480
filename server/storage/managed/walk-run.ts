import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TaskOptions } from '../../lib/task-pool.ts';

/** Time for which a walk may run before it lets other work of the process continue. Milliseconds. */
const TURN_MS = 8;
const PROGRESS_EVERY_MS = 200;

/**
 * A running walk through the database, in the main thread. Holds its progress, which the walk updates, and pauses, ends and reports it in
 * `step`.
 */
export class WalkRun {
  entries = 0;
  bytes = 0;
  readonly #options: TaskOptions;
  #turnAt = performance.now();
  #reportedAt = performance.now();

  constructor(options: TaskOptions) {
    this.#options = options;
  }

  /** True once the caller has asked for an early end; see `enough` of TaskOptions. */
  get isEnough(): boolean {
    return this.#options.enough?.aborted === true;
  }

  get signal(): AbortSignal {
    return this.#options.signal;
  }

  /**
   * Called by the walk every few milliseconds. Waits while the walk is paused, and now and then for other work of the process. Throws the
   * reason of the signal when it aborts.
   */
  async step(): Promise<void> {
    const { pause, signal } = this.#options;
    if (pause?.isPaused) await pause.untilResumed(signal);
    signal.throwIfAborted();
    const now = performance.now();
    if (now - this.#reportedAt >= PROGRESS_EVERY_MS) this.#report(now);
    if (now - this.#turnAt < TURN_MS) return;
    await nextTurn();
    this.#turnAt = performance.now();
    this.#options.signal.throwIfAborted();
  }

  /** Reports the final progress. */
  end(): void {
    this.#report(performance.now());
  }

  #report(now: number): void {
    this.#reportedAt = now;
    this.#options.onProgress?.({ entries: this.entries, bytes: this.bytes });
  }
}
