import { type MessagePort, parentPort } from 'node:worker_threads';
import { type Broadcast, receiveBroadcast } from './broadcast.ts';
import { receiveHeartbeat } from './heartbeat.ts';

/** An error on its way between threads. Structured cloning loses classes and own properties. */
export interface SerializedError {
  readonly code: string | undefined;
  readonly message: string;
  readonly cause: unknown;
  /** Details of an AppError that tell the caller what to correct. */
  readonly refusal?: unknown;
}

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) {
    return { code: undefined, message: String(error), cause: undefined };
  }
  const code = 'code' in error ? String(error.code) : undefined;
  const refusal = 'refusal' in error ? error.refusal : undefined;
  return { code, message: error.message, cause: code === undefined ? error : error.cause, refusal };
}

/** Calls `handle` with each message that the pool sends to this worker thread, except broadcasts and the shared heartbeat. */
export function listenToPool<Message>(handle: (message: Message) => void): MessagePort {
  const port = parentPort;
  if (!port) throw new Error('only a worker thread can serve a pool');
  port.on('message', (message: SharedArrayBuffer | Broadcast | Message) => {
    if (message instanceof SharedArrayBuffer) receiveHeartbeat(message);
    else if (!receiveBroadcast(message)) handle(message);
  });
  return port;
}
