import type { WebSocket } from '@fastify/websocket';

export interface KeptAlive {
  /** Something has shown that the other side is there. */
  noteSign(): void;
}

/**
 * Asks now and then whether the other side is still there, which also shows proxies that the connection is in use, and cuts it when
 * there has been no sign for two turns. Ends with the connection.
 */
export function keepAlive(socket: WebSocket, everyMs: number): KeptAlive {
  let silentTurns = 0;
  const noteSign = (): void => {
    silentTurns = 0;
  };
  const timer = setInterval(() => {
    if (silentTurns === 2) return socket.terminate();
    silentTurns += 1;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, everyMs);
  socket.on('pong', noteSign);
  socket.on('message', noteSign);
  socket.once('close', () => clearInterval(timer));
  return { noteSign };
}
