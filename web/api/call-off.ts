import { OUTCOME_KEPT_MS } from '#contract/operations.ts';
import { isAnswerLost, PatientCaller } from './lost-answer.ts';
import { cancelOperation } from './operations.ts';

/** Calls an operation off as soon as the server can be reached again. Never throws; gives up after ten minutes. */
export async function callOffLater(key: string): Promise<void> {
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), OUTCOME_KEPT_MS);
  const caller = new PatientCaller({
    signal: tooLate.signal,
    cancelled: tooLate.signal,
    reportWaiting: () => {},
  });
  // Whatever the server says, there is nothing more to do: it has been told, or has done it already.
  await caller.ask(() => cancelOperation(key)).catch(() => {});
  clearTimeout(timer);
}

/** Whether the server has been told, or knows of no such operation. */
export async function callOff(key: string): Promise<boolean> {
  try {
    await cancelOperation(key);
    return true;
  } catch (failure) {
    return !isAnswerLost(failure);
  }
}
