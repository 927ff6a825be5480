import type { WebSocket } from '@fastify/websocket';

export type FirstMessage =
  | { readonly kind: 'line'; readonly line: string }
  /** Something else than text has come. */
  | { readonly kind: 'binary' }
  /** Nothing has come in time, or is not waited for any more. */
  | { readonly kind: 'none' };

/**
 * Waits for the command line: the first message with anything in it. What comes later is of no account. Has to be called before
 * anything is waited for, or the message may have come and gone.
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
