import { pause } from '../lib/pause.ts';
import { ApiError } from './http.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

/** Statuses of proxies whose server did not respond in time. 0 means no response at all. */
const NO_ANSWER: ReadonlySet<number> = new Set([0, 408, 502, 503, 504, 520, 521, 522, 523, 524]);

/** Returns true if a failed call may still have been, or may yet be, executed. */
export function isAnswerLost(failure: unknown): boolean {
  return failure instanceof ApiError && NO_ANSWER.has(failure.status);
}

/** Repeats requests to an unreachable server with increasing pauses. */
export class PatientCaller {
  readonly #signal: AbortSignal;
  readonly #cancelled: AbortSignal;
  readonly #reportWaiting: (isWaiting: boolean) => void;
  #pauseMs = FIRST_PAUSE_MS;
  #isLost = false;

  /** `cancelled` ends the wait for a connection; `signal` ends everything. Both reject with an AbortError. */
  constructor(options: {
    readonly signal: AbortSignal;
    readonly cancelled: AbortSignal;
    reportWaiting(isWaiting: boolean): void;
  }) {
    this.#signal = options.signal;
    this.#cancelled = options.cancelled;
    this.#reportWaiting = (isWaiting) => options.reportWaiting(isWaiting);
  }

  /** Repeats a request until a response arrives. Throws all failures other than a lost response. */
  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      await this.pause();
      try {
        const answer = await question();
        this.setLost(false);
        return answer;
      } catch (failure) {
        if (!isAnswerLost(failure)) throw failure;
        this.setLost(true);
      }
    }
  }

  setLost(isLost: boolean): void {
    if (isLost !== this.#isLost) this.#reportWaiting(isLost);
    this.#isLost = isLost;
  }

  /** Resets the pause after a successful response. */
  restart(): void {
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  async pause(): Promise<void> {
    await pause(this.#pauseMs, this.#isLost ? [this.#signal, this.#cancelled] : [this.#signal]);
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * this.#pauseMs);
  }
}
