import type { FastifyReply } from 'fastify';
import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import type { CommandFailed } from '../programs/events/event-hooks.ts';
import { errorReply, statusReply } from './error-reply.ts';

/** The predecessor's reply to everything that has no other body: `200 OK`, `201 Created`, … as text. */
export function sendStatus(reply: FastifyReply, status: number): FastifyReply {
  if (status === 204) return reply.status(status).send();
  return sendText(reply, status, statusReply(status).body);
}

/** For work that is done; where a command after it has failed, the status is that of the failure. */
export function sendDone(
  reply: FastifyReply,
  status: number,
  failed: CommandFailed | undefined,
): FastifyReply {
  if (failed === undefined) return sendStatus(reply, status);
  const { status: instead, body } = errorReply(failed);
  return sendText(reportFailedCommand(reply, failed), instead, body);
}

/** After `after_…` the work is done, whatever the status says. */
export function reportFailedCommand(
  reply: FastifyReply,
  failed: CommandFailed | undefined,
): FastifyReply {
  return failed === undefined ? reply : reply.header(FAILED_COMMAND_HEADER, failed.trigger);
}

export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .status(status)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .send(text);
}
