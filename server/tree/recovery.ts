import { within } from '../lib/within.ts';
import type { Logger } from '../logger.ts';

type Run = (signal: AbortSignal) => Promise<void>;

/** Recovers interrupted work in the background, at a start and each time the disk has come back. */
export class Recovery {
  readonly #prepare: () => Promise<Run>;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  /** `prepare` claims the paths that the run will change. */
  constructor(prepare: () => Promise<Run>, log: Pick<Logger, 'info' | 'warn'>) {
    this.#prepare = prepare;
    this.#log = log;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Claims the paths, and resolves with a function that begins the work. */
  readonly prepare = async (): Promise<() => void> => {
    const run = await this.#prepare();
    return () => {
      const before = this.#running;
      const running = this.#runAfter(before, run).finally(() => {
        if (this.#running === running) this.#running = undefined;
      });
      this.#running = running;
    };
  };

  /** Resolves when no work is left, and after `ms` at the latest. */
  async settled(ms: number): Promise<void> {
    if (this.#running !== undefined) await within(ms, this.#running);
    if (this.#running !== undefined) this.#log.info('recovery continues in the background');
  }

  /** Stops the recovery. The next start recovers the rest. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the server is stopping'));
    await this.#running;
  }

  async #runAfter(before: Promise<void> | undefined, run: Run): Promise<void> {
    await before;
    try {
      await run(this.#stopping.signal);
    } catch (err) {
      if (!this.#stopping.signal.aborted) this.#log.warn({ err }, 'recovery failed');
    }
  }
}
