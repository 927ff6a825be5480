import type { WebSocket } from '@fastify/websocket';

export interface KeptAlive {
  /** Records a sign that the client is connected. */
  noteSign(): void;
}

/**
 * Sends pings, which also keep proxies from closing the connection, and closes it after two intervals without a sign
 * of the client. Ends with the connection.
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
