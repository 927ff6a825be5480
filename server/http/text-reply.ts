import type { FastifyReply } from 'fastify';
import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import type { CommandFailed } from '../programs/events/event-hooks.ts';
import { errorReply, statusReply } from './error-reply.ts';

/** Sends the status as text, such as `200 OK`, as File Browser 2 does for replies without another body. */
export function sendStatus(reply: FastifyReply, status: number): FastifyReply {
  if (status === 204) return reply.status(status).send();
  return sendText(reply, status, statusReply(status).body);
}

/** Reports a completed operation. When a command after it failed, the reply has the status of the failure. */
export function sendDone(
  reply: FastifyReply,
  status: number,
  failed: CommandFailed | undefined,
): FastifyReply {
  if (failed === undefined) return sendStatus(reply, status);
  const { status: instead, body } = errorReply(failed);
  return sendText(reportFailedCommand(reply, failed), instead, body);
}

/** Adds the header with the event of a failed command. After `after_…` events the operation itself succeeded. */
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
