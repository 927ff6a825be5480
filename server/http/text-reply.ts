import type { FastifyReply } from 'fastify';
import { statusReply } from './error-reply.ts';

/** The predecessor's reply to everything that has no other body: `200 OK`, `201 Created`, … as text. */
export function sendStatus(reply: FastifyReply, status: number): FastifyReply {
  if (status === 204) return reply.status(status).send();
  return sendText(reply, status, statusReply(status).body);
}

export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .status(status)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .send(text);
}
