import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Maximum number of waiting requests on a connection. Clients pipeline fewer. */
const MAX_WAITING = 100;

/**
 * Handles pipelined requests of a connection one after the other. Node would start all of them at once, and each would hold
 * an open file and memory until the replies before it are sent. A connection with too many waiting requests is closed.
 */
export function processPipelinedInOrder(app: FastifyInstance): void {
  const waitingOn = new WeakMap<FastifyRequest['raw']['socket'], number>();

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    if (isItsTurn(reply)) return done();
    const waiting = (waitingOn.get(socket) ?? 0) + 1;
    if (waiting > MAX_WAITING) return void socket.destroy();
    waitingOn.set(socket, waiting);
    // Never resolves when the connection closes first, which is safe because nothing has been started.
    reply.raw.once('socket', () => {
      waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1);
      if (!socket.destroyed) done();
    });
  });
}

/** Returns true if all earlier replies on the connection have been sent. */
function isItsTurn({ raw }: FastifyReply): boolean {
  return raw.socket !== null;
}
