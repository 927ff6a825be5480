import type { TaskPool } from '../../../lib/task-pool.ts';
import type { GrowingDigest } from '../../driver.ts';
import { READ_MS } from '../deadlines.ts';
import { END, IS_LAST } from './hash-growing.ts';
import type { HashTasks } from './hash-worker.ts';

/** Computes the SHA-256 of a file in a thread while the file is being written. */
export class LocalGrowingDigest implements GrowingDigest {
  /** Two numbers that the thread reads, at END and IS_LAST; see `GrowingInput`. */
  readonly #state = new BigInt64Array(new SharedArrayBuffer(16));
  readonly #stopped = new AbortController();
  readonly #result: Promise<string>;
  /** True if bytes were written, or the digest was ended, since the last step of the task began. */
  #hasMore = false;
  #wake = (): void => undefined;

  /** Owns the descriptor, and calls `close` when no thread uses it any more. */
  constructor(pool: TaskPool<HashTasks>, fd: number, close: () => void) {
    const input = { fd, shared: this.#state.buffer };
    const { signal } = this.#stopped;
    const steps = pool.stream('hashGrowing', input, {
      signal,
      deadlineMs: READ_MS,
      onEnded: close,
    });
    this.#result = this.#run(steps);
    // It may fail before a caller waits for it.
    this.#result.catch(() => undefined);
  }

  extend(end: number): void {
    Atomics.store(this.#state, END, BigInt(end));
    this.#continue();
  }

  value(): Promise<string> {
    Atomics.store(this.#state, IS_LAST, 1n);
    this.#continue();
    return this.#result;
  }

  stop(): void {
    this.#stopped.abort(new Error('a digest was stopped'));
    this.#continue();
  }

  #continue(): void {
    this.#hasMore = true;
    this.#wake();
  }

  /** Takes a step of the task whenever more bytes are written. */
  async #run(steps: AsyncGenerator<Uint8Array, string>): Promise<string> {
    for (;;) {
      this.#hasMore = false;
      const step = await steps.next();
      if (step.done === true) return step.value;
      while (!this.#hasMore && Atomics.load(this.#state, IS_LAST) === 0n) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
