import type { Socket } from 'node:net';
import { statusReply } from './error-reply.ts';

const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers requests that Node could not parse with a plain-text error, and closes the connection. */
export function rejectUnparsable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { body } = statusReply(STATUS[error.code ?? ''] ?? 400);
  socket.end(
    `HTTP/1.1 ${body.trim()}\r\n` +
      'Content-Type: text/plain; charset=utf-8\r\n' +
      'X-Content-Type-Options: nosniff\r\n' +
      `Content-Length: ${body.length}\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}
