import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';

/** Returns a signal that aborts when the client disconnects before the reply is sent. Call it before long work begins. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnect = new AbortController();
  const onClose = (): void => {
    if (raw.writableFinished) return;
    disconnect.abort(clientDisconnected());
  };
  if (raw.destroyed) onClose();
  else raw.once('close', onClose);
  return disconnect.signal;
}

export function clientDisconnected(): AppError {
  return new AppError('invalid-request', 'the client has disconnected');
}
