import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TaskOptions } from '../../lib/task-pool.ts';

/** Time that a walk runs before other work of the process continues. Milliseconds. */
const TURN_MS = 8;
const PROGRESS_EVERY_MS = 200;

/** A running walk: counts its progress, ends when its signal aborts, and lets other work continue. */
export class WalkRun {
  entries = 0;
  bytes = 0;
  readonly #options: TaskOptions;
  #turnAt = performance.now();
  #reportedAt = performance.now();

  constructor(options: TaskOptions) {
    this.#options = options;
  }

  /** True once the caller wants no more than what is done. */
  get isEnough(): boolean {
    return this.#options.enough?.aborted === true;
  }

  get signal(): AbortSignal {
    return this.#options.signal;
  }

  /** Called between two steps of a few milliseconds at most. */
  async step(): Promise<void> {
    const { hold, signal } = this.#options;
    if (hold?.isHeld) await hold.released(signal);
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
