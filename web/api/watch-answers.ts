import { HEALTH_URL } from '#contract/health.ts';
import { pause } from '../lib/pause.ts';
import { ApiError, callOpen } from './http.ts';
import { isAnswerLost } from './lost-answer.ts';

/** Time of silence after which the server is asked whether it answers, and time that it has to do so. Milliseconds. */
const SILENCE_MS = 10_000;
const ANSWER_MS = 5_000;

/**
 * Reports when a server on an open connection stops answering, and when it answers again: browsers do not tell a connection to a suspended
 * server from a silent one. `noteSign` is to be called for each message from the server. `stop` ends the watch.
 */
export function watchAnswers(report: (isAnswering: boolean) => void): {
  noteSign(): void;
  stop(): void;
} {
  const stopped = new AbortController();
  let isAnswering = true;
  let hasSign = false;
  const set = (now: boolean) => {
    if (stopped.signal.aborted || now === isAnswering) return;
    isAnswering = now;
    report(now);
  };
  const watch = async () => {
    for (;;) {
      hasSign = false;
      await pause(SILENCE_MS, [stopped.signal]);
      if (hasSign) continue;
      const answered = await answers(stopped.signal);
      set(answered || hasSign);
    }
  };
  // Rejects only when it is stopped.
  watch().catch(() => {});
  return {
    noteSign() {
      hasSign = true;
      set(true);
    },
    stop: () => stopped.abort(),
  };
}

/** Returns whether the server answers a request in time. Rejects when `signal` aborts. */
async function answers(signal: AbortSignal): Promise<boolean> {
  const late = new AbortController();
  try {
    return await Promise.race([
      callOpen('GET', HEALTH_URL, { cache: 'no-store', signal: late.signal }).then(
        () => true,
        (failure: unknown) => failure instanceof ApiError && !isAnswerLost(failure),
      ),
      pause(ANSWER_MS, [signal]).then(() => false),
    ]);
  } finally {
    late.abort();
  }
}
