import type { FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';

/**
 * Aborts when whoever waits for an answer leaves before it has been sent, so that long work for them can be stopped. To be
 * asked for before the work begins.
 */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  const leave = (): void => {
    if (!raw.writableFinished) left.abort(new AppError('invalid-request', 'the caller has left'));
  };
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return left.signal;
}
