import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';

/** Returns a signal that aborts when the client disconnects before the reply is sent. Call it before long work begins. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  const leave = (): void => {
    if (!raw.writableFinished) left.abort(new AppError('invalid-request', 'the caller has left'));
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return left.signal;
}
