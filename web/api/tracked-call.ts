import { OPERATION_HEADER, type OperationOutcome, OUTCOME_KEPT_MS } from '#contract/operations.ts';
import { isOffline } from '../lib/connection.ts';
import { pause } from '../lib/pause.ts';
import { groupHeader } from './group-header.ts';
import { ApiError, call, okOrThrow } from './http.ts';
import { isAnswerLost, PatientCaller } from './lost-answer.ts';
import { stateOfOperation } from './operations.ts';

/** Interval of status requests for a pending call, because a lost response is not always noticed. */
const WATCH_INTERVAL_MS = 10_000;
/** Maximum delay between the end of an operation and its response. */
const RESPONSE_DELAY_MS = 2_000;
/** After this time, the server may have forgotten the outcome, and the files may have changed for another reason. */
const OUTCOME_KNOWN_FOR_MS = OUTCOME_KEPT_MS - 30_000;

/** Key, signals and callbacks of a copy, move or deletion that is tracked by its key. */
export interface TrackedCall {
  readonly key: string;
  /** Key of the action of the user that the call belongs to. */
  readonly group?: string;
  /** Aborts when the outcome is no longer needed. */
  readonly signal: AbortSignal;
  /** Aborts when the user cancels. The caller cancels the operation on the server. */
  readonly cancelled: AbortSignal;
  /** Reports that the connection was lost or restored. */
  reportWaiting(isWaiting: boolean): void;
}

/** Outcome of an operation that the server does not know, inferred from the files. */
export type Trace = 'done' | 'not-done' | 'unclear';

/** The connection was lost and the outcome cannot be determined. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/**
 * Sends a call that survives a lost connection: without a response, it polls the operation until it has ended. If the
 * server does not know the operation and `findTrace` finds in the files that it was not done, the call is sent again. Throws
 * OutcomeUnknown if the outcome cannot be determined, and the server's ApiError otherwise.
 */
export async function callTracked(
  method: string,
  url: string,
  tracked: TrackedCall,
  findTrace: () => Promise<Trace>,
  body?: unknown,
): Promise<Response> {
  const caller = new PatientCaller(tracked);
  const begun = Date.now();
  let mayHaveArrived = false;
  for (;;) {
    const wasOffline = isOffline();
    try {
      return await responseOf({ method, url, body }, tracked, caller);
    } catch (failure) {
      if (!isAnswerLost(failure)) throw failure;
      caller.setLost(failure instanceof ApiError && failure.status === 0);
    }
    mayHaveArrived ||= !wasOffline;
    const outcome = await awaitOutcome(tracked, caller);
    if (outcome) return await replyOf(outcome);
    const trace = mayHaveArrived ? await caller.ask(findTrace) : 'not-done';
    if (trace === 'done') return new Response(null);
    if (trace === 'unclear' || (mayHaveArrived && Date.now() - begun > OUTCOME_KNOWN_FOR_MS)) {
      throw new OutcomeUnknown('the connection was lost');
    }
    if (tracked.cancelled.aborted) throw new DOMException('cancelled', 'AbortError');
  }
}

/** Returns the response of the call, or the outcome from the server if the response does not arrive. */
async function responseOf(
  { method, url, body }: { method: string; url: string; body: unknown },
  { key, group, signal }: TrackedCall,
  caller: PatientCaller,
): Promise<Response> {
  const answered = new AbortController();
  const givenUp = new AbortController();
  const giveUp = () => givenUp.abort();
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  const json = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    [OPERATION_HEADER]: key,
    ...groupHeader(group),
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
  };
  try {
    return await Promise.race([
      call(method, url, {
        signal: givenUp.signal,
        headers,
        ...(json !== undefined && { body: json }),
      }),
      watchForEnd(key, answered.signal, caller).then((outcome) => {
        giveUp();
        return replyOf(outcome);
      }),
    ]);
  } finally {
    answered.abort();
    caller.setLost(false);
    signal.removeEventListener('abort', giveUp);
  }
}

/** Polls the outcome while a call is pending. Rejects when `answered` aborts, at which time the caller no longer waits for it. */
async function watchForEnd(
  key: string,
  answered: AbortSignal,
  caller: PatientCaller,
): Promise<OperationOutcome> {
  for (;;) {
    await pause(WATCH_INTERVAL_MS, [answered]);
    const state = await stateOfOperation(key, answered).catch((failure: unknown) => {
      if (isAnswerLost(failure) && !answered.aborted) caller.setLost(true);
    });
    if (state) caller.setLost(false);
    if (state?.state !== 'ended') continue;
    await pause(RESPONSE_DELAY_MS, [answered]);
    return state;
  }
}

/** Polls the operation until it has ended, and returns its outcome; undefined if the server does not know it. */
async function awaitOutcome(
  { key, signal }: TrackedCall,
  caller: PatientCaller,
): Promise<OperationOutcome | undefined> {
  for (;;) {
    const state = await caller
      .ask(() => stateOfOperation(key, signal))
      .catch((failure: unknown) => {
        if (failure instanceof ApiError && failure.status === 404) return undefined;
        throw failure;
      });
    if (state?.state !== 'running') return state;
    caller.restart();
  }
}

/** Returns the outcome as if it were the response of the call. Throws ApiError for the outcome of a failed operation. */
function replyOf({ status, text, headers }: OperationOutcome): Promise<Response> {
  return okOrThrow(new Response(text === '' ? null : text, { status, headers }));
}
