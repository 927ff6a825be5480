import type { Socket } from 'node:net';
import { statusReply } from './error-reply.ts';

const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** The response that a socket is sending, a property of sockets that Node's own handler reads, too. */
interface Sending {
  readonly _httpMessage?: { readonly headersSent: boolean } | null;
}

/** Answers a request that Node could not parse, or whose headers took too long, with an error as plain text, and closes the connection. */
export function rejectUnparsable(
  error: Error & { readonly code?: string },
  socket: Socket & Sending,
): void {
  // Within a response that has begun, the error would look like a part of its body.
  // oxlint-disable-next-line no-underscore-dangle -- the name is Node's
  const isSending = socket._httpMessage?.headersSent === true;
  if (!socket.writable || isSending || error.code === 'ECONNRESET') {
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
