import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Answers to pipelined requests wait in line for their connection. When it is cut, Node tells only the one
 * whose turn it is; without this, the others would keep their files open for ever.
 */
export function closeWaitingAnswers(app: FastifyInstance): void {
  const lines = new WeakMap<Socket, Set<ServerResponse>>();

  // Nothing may come before it: the connection must not be cut between the request and this hook.
  app.addHook('onRequest', async ({ raw: { socket } }, { raw: answer }) => {
    // An answer whose turn it is has its socket already.
    if (answer.socket !== null) return;
    const line = lines.get(socket) ?? beginLine(socket);
    line.add(answer);
    answer.once('socket', () => line.delete(answer));
  });

  function beginLine(socket: Socket): Set<ServerResponse> {
    const line = new Set<ServerResponse>();
    lines.set(socket, line);
    socket.once('close', () => line.forEach(closeAnswer));
    return line;
  }
}

/** What Node does with the answer whose turn it is. */
function closeAnswer(answer: ServerResponse): void {
  answer.destroy();
  answer.emit('close');
}
