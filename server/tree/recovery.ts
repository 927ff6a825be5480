import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '../lib/with-timeout.ts';
import type { Logger } from '../logger.ts';
import { DatabaseUnavailable } from '../metadata/database-unavailable.ts';

/** `kept`: a disk is not available, and what was begun on it is left for the next time. */
export type RecoveryEnd = 'complete' | 'kept';

/** Recovers work whose paths are claimed, and releases them, whether it succeeds or not. */
type Run = (signal: AbortSignal) => Promise<RecoveryEnd>;

/** Part of a recovery whose paths are claimed. */
export interface ClaimedRecovery<Outcome> {
  /** Recovers, and releases the paths, also when it fails. */
  run(signal: AbortSignal): Promise<Outcome>;
  /** Releases the paths without recovering anything. */
  giveUp(): void;
}

/** Time after which a recovery that the database has interrupted is repeated. Milliseconds. */
const REPEAT_AFTER_MS = 5_000;
/** Time after which a recovery is repeated whose disk is not available. It doubles each time. Milliseconds. */
const FIRST_KEPT_MS = 10_000;
const MAX_KEPT_MS = 30 * 60_000;

export interface RecoveryOptions {
  readonly repeatAfterMs?: number | undefined;
  readonly firstKeptMs?: number | undefined;
  /** Returns false while another event will begin the next recovery. */
  readonly mayRepeat?: () => boolean;
}

/**
 * Recovers interrupted work in the background, at a start, when the disk has come back, and when another server has died. It is repeated while
 * the database is unavailable, and after growing times while a disk below the root is.
 */
export class Recovery {
  readonly #prepare: () => Promise<Run>;
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #repeatAfterMs: number;
  readonly #firstKeptMs: number;
  readonly #mayRepeat: () => boolean;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #repeating: Promise<void> | undefined;
  /** Time until the next repetition. Milliseconds. */
  #keptMs: number;

  /** `prepare` claims the paths that the run will change. */
  constructor(
    prepare: () => Promise<Run>,
    log: Pick<Logger, 'info' | 'warn'>,
    {
      repeatAfterMs = REPEAT_AFTER_MS,
      firstKeptMs = FIRST_KEPT_MS,
      mayRepeat = () => true,
    }: RecoveryOptions = {},
  ) {
    this.#prepare = prepare;
    this.#log = log;
    this.#repeatAfterMs = repeatAfterMs;
    this.#firstKeptMs = firstKeptMs;
    this.#keptMs = firstKeptMs;
    this.#mayRepeat = mayRepeat;
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

  /** Recovers again after a while, because a disk is not available. */
  readonly repeatLater = (): void => {
    if (this.#timer !== undefined || this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#repeating = this.#repeat();
    }, this.#keptMs).unref();
    this.#keptMs = Math.min(2 * this.#keptMs, MAX_KEPT_MS);
  };

  /** Resolves when no work is left, and after `ms` at the latest. */
  async settled(ms: number): Promise<void> {
    if (this.#running !== undefined) await withTimeout(ms, this.#running);
    if (this.#running !== undefined) this.#log.info('recovery continues in the background');
  }

  /** Stops the recovery. The next start recovers the rest. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the server is stopping'));
    clearTimeout(this.#timer);
    await this.#repeating;
    await this.#running;
  }

  async #runAfter(before: Promise<void> | undefined, run: Run): Promise<void> {
    await before;
    const { signal } = this.#stopping;
    for (let next: Run | undefined = run; next !== undefined;) {
      const failure: unknown = await next(signal).then(
        (end) => this.#noteEnd(end),
        (error: unknown) => error,
      );
      if (failure === undefined || signal.aborted) return;
      this.#log.warn({ err: failure }, 'recovery failed');
      next = failure instanceof DatabaseUnavailable ? await this.#prepareAgain() : undefined;
    }
  }

  #noteEnd(end: RecoveryEnd): void {
    if (end === 'kept') this.repeatLater();
    else this.#keptMs = this.#firstKeptMs;
  }

  async #repeat(): Promise<void> {
    if (this.isRunning) return this.repeatLater();
    if (!this.#mayRepeat()) return;
    try {
      (await this.prepare())();
    } catch (err) {
      this.#log.warn({ err }, 'recovery not begun');
      this.repeatLater();
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
