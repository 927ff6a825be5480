import type { TransferListItem } from 'node:worker_threads';
import { NO_WORK, setCurrentWork } from './heartbeat.ts';
import { listenToPool, serializeError, type SerializedError } from './pool-worker.ts';

/** The functions that the threads of a pool call, by name. Each takes one input and returns one result synchronously. */
export type Calls = Readonly<Record<string, (input: never) => unknown>>;

/** A result whose buffers are transferred to the other thread instead of copied. */
export class TransferResult<Value> {
  readonly value: Value;
  readonly buffers: readonly TransferListItem[];

  constructor(value: Value, buffers: readonly TransferListItem[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

export interface CallRequest {
  readonly id: number;
  readonly call: string;
  readonly input: unknown;
}

export type CallReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: SerializedError };

/** Maximum time that a reply waits for other replies of its batch, in milliseconds. */
const MAX_BATCH_MS = 0.2;

/**
 * Runs the calls of a pool. Called once in the worker's module. `translate` converts errors that calls throw. Calls arrive in batches and
 * replies leave in batches, because waking a thread costs more than a small call.
 */
export function serveCalls(
  calls: Calls,
  translate: (error: unknown) => unknown = (error) => error,
): void {
  const port = listenToPool<readonly CallRequest[]>((requests) => {
    let replies: CallReply[] = [];
    let buffers: TransferListItem[] = [];
    let sentAt = performance.now();
    const send = () => {
      port.postMessage(replies, buffers);
      replies = [];
      buffers = [];
    };
    for (const request of requests) {
      setCurrentWork(request.id);
      replies.push(run(calls, request, translate, buffers));
      const now = performance.now();
      if (now - sentAt < MAX_BATCH_MS) continue;
      send();
      sentAt = now;
    }
    setCurrentWork(NO_WORK);
    if (replies.length > 0) send();
  });
}

function run(
  calls: Calls,
  { id, call, input }: CallRequest,
  translate: (error: unknown) => unknown,
  buffers: TransferListItem[],
): CallReply {
  try {
    // Safe: the types of the pool match `call` and `input`.
    const result = calls[call]?.(input as never);
    if (!(result instanceof TransferResult)) return { id, result };
    buffers.push(...result.buffers);
    return { id, result: result.value };
  } catch (error) {
    return { id, failure: serializeError(translate(error)) };
  }
}
