import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '../lib/with-timeout.ts';
import type { Logger } from '../logger.ts';
import { DatabaseUnavailable } from '../metadata/database-unavailable.ts';

/** Recovers work whose paths are claimed, and releases them, whether it succeeds or not. */
type Run = (signal: AbortSignal) => Promise<void>;

/** Part of a recovery whose paths are claimed. */
export interface ClaimedRecovery<Outcome> {
  /** Recovers, and releases the paths, also when it fails. */
  run(signal: AbortSignal): Promise<Outcome>;
  /** Releases the paths without recovering anything. */
  giveUp(): void;
}

/** Time after which a recovery that the database has interrupted is repeated. Milliseconds. */
const REPEAT_AFTER_MS = 5_000;

/**
 * Recovers interrupted work in the background, at a start, when the disk has come back, and when another server has died. It is repeated while
 * the database is unavailable.
 */
export class Recovery {
  readonly #prepare: () => Promise<Run>;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #repeatAfterMs: number;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  /** `prepare` claims the paths that the run will change. */
  constructor(
    prepare: () => Promise<Run>,
    log: Pick<Logger, 'info' | 'warn'>,
    repeatAfterMs = REPEAT_AFTER_MS,
  ) {
    this.#prepare = prepare;
    this.#log = log;
    this.#repeatAfterMs = repeatAfterMs;
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
    if (this.#running !== undefined) await withTimeout(ms, this.#running);
    if (this.#running !== undefined) this.#log.info('recovery continues in the background');
  }

  /** Stops the recovery. The next start recovers the rest. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the server is stopping'));
    await this.#running;
  }

  async #runAfter(before: Promise<void> | undefined, run: Run): Promise<void> {
    await before;
    const { signal } = this.#stopping;
    for (let next: Run | undefined = run; next !== undefined;) {
      const failure: unknown = await next(signal).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure === undefined || signal.aborted) return;
      this.#log.warn({ err: failure }, 'recovery failed');
      next = failure instanceof DatabaseUnavailable ? await this.#prepareAgain() : undefined;
    }
  }

  /** Claims anew what is left when the database answers again. Resolves with undefined when the server stops. */
  async #prepareAgain(): Promise<Run | undefined> {
    const { signal } = this.#stopping;
    for (;;) {
      await delay(this.#repeatAfterMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return undefined;
      try {
        return await this.#prepare();
      } catch (err) {
        this.#log.warn({ err }, 'recovery not begun');
      }
    }
  }
}
