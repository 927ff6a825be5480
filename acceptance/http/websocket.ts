import { WebSocket } from 'ws';
import type { Call, Reply } from './send.ts';

const CONVERSATION_LIMIT_MS = 20_000;

/**
 * Opens a WebSocket and sends all `messages` at once. The body of the result is JSON with the received `messages`, and the close
 * code and reason in `closed`. A refused handshake is returned like any response.
 */
export function converse(
  port: number,
  { path, headers }: Pick<Call, 'path' | 'headers'>,
  messages: readonly string[],
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
      headers: { ...headers },
      handshakeTimeout: CONVERSATION_LIMIT_MS,
    });
    const received: string[] = [];
    const timer = setTimeout(() => socket.terminate(), CONVERSATION_LIMIT_MS);
    socket.on('open', () => {
      for (const message of messages) socket.send(message);
    });
    socket.on('message', (data: Buffer) => received.push(data.toString()));
    socket.on('unexpected-response', (_, response) => {
      clearTimeout(timer);
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode = 0, headersDistinct } = response;
        const named = Object.entries(headersDistinct).map(
          ([name, values]) => [name, values ?? []] as const,
        );
        resolve({ status: statusCode, headers: new Map(named), body: Buffer.concat(chunks) });
      });
    });
    socket.on('error', reject);
    socket.on('close', (code, reason) => {
      clearTimeout(timer);
      const closed = code === 1006 ? 'no close frame' : `${code} ${reason.toString()}`;
      const body = Buffer.from(JSON.stringify({ messages: received, closed }));
      resolve({ status: 101, headers: new Map(), body });
    });
  });
}
