import { OPERATION_HEADER, type OperationOutcome, OUTCOME_KEPT_MS } from '#contract/operations.ts';
import { isOffline } from '../lib/connection.ts';
import { pause } from '../lib/pause.ts';
import { ApiError, call, okOrThrow } from './http.ts';
import { isAnswerLost, PatientCaller } from './lost-answer.ts';
import { stateOfOperation } from './operations.ts';

/** How often the server is asked about a call that it has not answered: the answer may be lost without a sign. */
const WATCH_INTERVAL_MS = 10_000;
/** An answer that is on its way arrives within that. */
const ANSWER_ARRIVES_MS = 2_000;
/** After that the server may have forgotten, and what is there now may be somebody else's. */
const SURE_FOR_MS = OUTCOME_KEPT_MS - 30_000;

/** The name of a copy, move or deletion, by which it is found again, and what its caller wants to be told and tells. */
export interface NamedCall {
  readonly key: string;
  /** Aborts when nobody waits for the end any more. */
  readonly signal: AbortSignal;
  /** Aborts when the user calls it off: the server is told by somebody else. */
  readonly cancelled: AbortSignal;
  /** The connection has been lost, or is back. */
  reportWaiting(isWaiting: boolean): void;
}

/** What can be seen of an act that the server knows nothing of. */
export type Trace = 'done' | 'not-done' | 'unclear';

/** The connection was lost, and nothing tells whether it was done. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/**
 * A call that outlives its connection: when no answer comes, or a proxy gives up, the server is asked how the operation
 * stands until it has ended. One that the server does not know is sent again, if `look` finds it not done.
 * Throws OutcomeUnknown when that cannot be told, and ApiError as the server has answered.
 */
export async function callNamed(
  method: string,
  url: string,
  named: NamedCall,
  look: () => Promise<Trace>,
): Promise<Response> {
  const caller = new PatientCaller(named);
  const begun = Date.now();
  let mayHaveArrived = false;
  for (;;) {
    const wasOffline = isOffline();
    try {
      return await answerOf(method, url, named, caller);
    } catch (failure) {
      if (!isAnswerLost(failure)) throw failure;
      caller.setLost(failure instanceof ApiError && failure.status === 0);
    }
    mayHaveArrived ||= !wasOffline;
    const outcome = await awaitOutcome(named, caller);
    if (outcome) return await replyOf(outcome);
    const trace = mayHaveArrived ? await caller.ask(look) : 'not-done';
    if (trace === 'done') return new Response(null);
    if (trace === 'unclear' || (mayHaveArrived && Date.now() - begun > SURE_FOR_MS)) {
      throw new OutcomeUnknown('the connection was lost');
    }
    if (named.cancelled.aborted) throw new DOMException('called off', 'AbortError');
  }
}

/** The answer of the call; how it ended when the server says that it has, and the answer does not arrive. */
async function answerOf(
  method: string,
  url: string,
  { key, signal }: NamedCall,
  caller: PatientCaller,
): Promise<Response> {
  const answered = new AbortController();
  const givenUp = new AbortController();
  const giveUp = () => givenUp.abort();
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  const headers = { [OPERATION_HEADER]: key };
  try {
    return await Promise.race([
      call(method, url, { signal: givenUp.signal, headers }),
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

/** Says how the operation has ended if nobody else does. Rejects when `answered` aborts, which then nobody minds. */
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
    await pause(ANSWER_ARRIVES_MS, [answered]);
    return state;
  }
}

/** Undefined when the server does not know of the operation. */
async function awaitOutcome(
  { key, signal }: NamedCall,
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
    caller.startAnew();
  }
}

function replyOf({ status, text, headers }: OperationOutcome): Promise<Response> {
  return okOrThrow(new Response(text === '' ? null : text, { status, headers }));
}
