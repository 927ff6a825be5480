import { OUTCOME_KEPT_MS } from '#contract/operations.ts';
import { ApiError } from './http.ts';
import { isAnswerLost, PatientCaller } from './lost-answer.ts';
import { cancelOperation } from './operations.ts';

/** Cancels an operation as soon as the server is reachable again. Never throws; gives up after ten minutes. */
export async function cancelWhenReachable(key: string): Promise<void> {
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), OUTCOME_KEPT_MS);
  const caller = new PatientCaller({
    signal: tooLate.signal,
    cancelled: tooLate.signal,
    reportWaiting: () => {},
  });
  // Any answer means that the server received the cancellation or has finished the operation.
  await caller.ask(() => cancelOperation(key)).catch(() => {});
  clearTimeout(timer);
}

/** Returns true if the server received the cancellation or does not know the operation. */
export async function tryCancel(key: string): Promise<boolean> {
  try {
    await cancelOperation(key);
    return true;
  } catch (failure) {
    return !isAnswerLost(failure);
  }
}

/** Returns true for the reply of an operation that was cancelled elsewhere, for instance as a job. */
export function wasCancelled(failure: unknown): boolean {
  return (
    failure instanceof ApiError && failure.status === 400 && /\(cancelled\)/.test(failure.message)
  );
}
