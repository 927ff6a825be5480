import type { WebSocket } from '@fastify/websocket';

export type FirstMessage =
  | { readonly kind: 'line'; readonly line: string }
  /** The first message is not text. */
  | { readonly kind: 'binary' }
  /** No message has arrived in time, or the connection has ended. */
  | { readonly kind: 'none' };

/**
 * Waits for the command line, which is the first message that is not empty; ignores later ones. Must be called before
 * anything is awaited, or the message may be lost.
 */
export function firstLine(socket: WebSocket, signal: AbortSignal): Promise<FirstMessage> {
  return new Promise((resolve) => {
    const settle = (message: FirstMessage): void => {
      socket.off('message', onMessage);
      signal.removeEventListener('abort', giveUp);
      resolve(message);
    };
    const giveUp = (): void => settle({ kind: 'none' });
    const onMessage = (data: { toString(): string }, isBinary: boolean): void => {
      if (isBinary) return settle({ kind: 'binary' });
      const line = data.toString().trim();
      if (line !== '') settle({ kind: 'line', line });
    };
    socket.on('message', onMessage);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
  });
}
