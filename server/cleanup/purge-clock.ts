import type { Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import { readPurgeTime, writePurgeTime } from '../metadata/settings.ts';

/** Maximum difference by which the wall clock may be ahead of the elapsed time, in milliseconds. */
const TOLERATED_MS = 24 * 60 * 60 * 1_000;
/** Time after which a clock that is further ahead is trusted, in milliseconds. */
const BELIEVED_AFTER_MS = TOLERATED_MS;

interface PurgeClockDependencies {
  readonly db: Database;
  readonly log: Pick<Logger, 'warn'>;
  /** Wall clock in Unix milliseconds, and a monotonic clock in milliseconds. */
  readonly wallMs?: () => number;
  readonly steadyMs?: () => number;
}

/**
 * Clock by which records are purged. A wall clock that jumps ahead, for instance after a battery failure, would expire all
 * records at once. Therefore this clock is at most one day ahead of the last stored time plus the time that has passed since. The
 * wall clock is trusted after it has stayed ahead for a day, as it does after the server was off for long.
 */
export class PurgeClock {
  readonly #db: Database;
  readonly #log: PurgeClockDependencies['log'];
  readonly #wallMs: () => number;
  readonly #steadyMs: () => number;
  /** Last plausible wall-clock time, with the monotonic time at which it was read. */
  #base: { readonly wallMs: number; readonly steadyMs: number } | undefined;
  #isAheadSince: number | undefined;

  constructor({
    db,
    log,
    wallMs = Date.now,
    steadyMs = () => performance.now(),
  }: PurgeClockDependencies) {
    this.#db = db;
    this.#log = log;
    this.#wallMs = wallMs;
    this.#steadyMs = steadyMs;
  }

  /** Reads the stored time. Call it before `now`. */
  async begin(): Promise<void> {
    const stored = await readPurgeTime(this.#db.read);
    if (stored !== undefined) this.#base = { wallMs: stored, steadyMs: this.#steadyMs() };
  }

  /** Stores the time, for the next start. */
  async store(): Promise<void> {
    const now = this.now();
    await this.#db.write((tx) => writePurgeTime(tx, now), { isIdempotent: true });
  }

  /** Returns Unix milliseconds. Records that ended before may be purged. */
  readonly now = (): number => {
    const wallMs = this.#wallMs();
    const steadyMs = this.#steadyMs();
    const base = (this.#base ??= { wallMs, steadyMs });
    const expectedMs = base.wallMs + (steadyMs - base.steadyMs);
    if (wallMs - expectedMs <= TOLERATED_MS) {
      this.#isAheadSince = undefined;
      this.#base = { wallMs, steadyMs };
      return wallMs;
    }
    if (this.#isAheadSince === undefined) {
      this.#isAheadSince = steadyMs;
      const clock = new Date(wallMs).toISOString();
      const expected = new Date(expectedMs).toISOString();
      this.#log.warn({ clock, expected }, 'clock is ahead; nothing is purged by it for a day');
    }
    if (steadyMs - this.#isAheadSince < BELIEVED_AFTER_MS) return expectedMs;
    this.#isAheadSince = undefined;
    this.#base = { wallMs, steadyMs };
    return wallMs;
  };
}
