import { pause } from '../lib/pause.ts';
import { ApiError } from './http.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

/** What proxies say when the server has not answered them, or not in time. 0 is no answer at all. */
const NO_ANSWER: ReadonlySet<number> = new Set([0, 408, 502, 503, 504, 520, 521, 522, 523, 524]);

/** Whether a call may have been obeyed, or may yet be, although it has failed. */
export function isAnswerLost(failure: unknown): boolean {
  return failure instanceof ApiError && NO_ANSWER.has(failure.status);
}

/** Whoever goes on asking a server that cannot be reached, ever less often. */
export class PatientCaller {
  readonly #signal: AbortSignal;
  readonly #cancelled: AbortSignal;
  readonly #reportWaiting: (isWaiting: boolean) => void;
  #pauseMs = FIRST_PAUSE_MS;
  #isLost = false;

  /** `cancelled` ends the waiting for a connection; `signal` ends everything. Both as an AbortError. */
  constructor(how: {
    readonly signal: AbortSignal;
    readonly cancelled: AbortSignal;
    reportWaiting(isWaiting: boolean): void;
  }) {
    this.#signal = how.signal;
    this.#cancelled = how.cancelled;
    this.#reportWaiting = (isWaiting) => how.reportWaiting(isWaiting);
  }

  /** Asks until there is an answer, if need be for ever. Throws what is not for want of one. */
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

  /** The server has answered with what was hoped for: the next pause is a short one. */
  startAnew(): void {
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  async pause(): Promise<void> {
    await pause(this.#pauseMs, this.#isLost ? [this.#signal, this.#cancelled] : [this.#signal]);
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * this.#pauseMs);
  }
}
