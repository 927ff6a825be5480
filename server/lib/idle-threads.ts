/** By default, an idle thread ends after so long. Milliseconds. */
const ENDS_AFTER_MS = 15_000;

interface PoolThread {
  readonly isIdle: boolean;
  /** When its last job ended, in milliseconds of `performance.now`. */
  readonly idleSince: number;
  terminate(): Promise<unknown>;
}

/** Ends threads of a pool that have been idle for a while, as each holds some ten megabytes. One stays, so that no job waits for a start. */
export class IdleThreads {
  readonly #threads: Set<PoolThread>;
  readonly #endsAfterMs: number;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** `threads` are those of the pool; the ones that end are taken out. */
  constructor(threads: Set<PoolThread>, endsAfterMs = ENDS_AFTER_MS) {
    this.#threads = threads;
    this.#endsAfterMs = endsAfterMs;
  }

  /** To be called when a thread has become idle. */
  endLater(): void {
    if (this.#closed || this.#threads.size === 1) return;
    this.#timer ??= setTimeout(() => this.#end(), this.#endsAfterMs).unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #end(): void {
    this.#timer = undefined;
    const latest = performance.now() - this.#endsAfterMs;
    for (const thread of [...this.#threads]) {
      if (this.#threads.size > 1 && thread.isIdle && thread.idleSince <= latest) {
        this.#threads.delete(thread);
        void thread.terminate();
      }
    }
    if ([...this.#threads].some(({ isIdle }) => isIdle)) this.endLater();
  }
}
