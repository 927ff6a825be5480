import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** As much as programs send ahead, by far. */
const MOST_WAITING = 100;

/**
 * Requests may be sent ahead on a connection, and their answers have to go out in that order. Node would begin all of them at once, each
 * with its file open and its memory taken until those before it are through: so each is begun when it is its turn. A
 * connection on which too many wait is cut.
 */
export function processPipelinedInOrder(app: FastifyInstance): void {
  const waitingOn = new WeakMap<FastifyRequest['raw']['socket'], number>();

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    if (isItsTurn(reply)) return done();
    const waiting = (waitingOn.get(socket) ?? 0) + 1;
    if (waiting > MOST_WAITING) return void socket.destroy();
    waitingOn.set(socket, waiting);
    // Never, where the connection is cut before: nothing has been begun that would have to be ended.
    reply.raw.once('socket', () => {
      waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1);
      if (!socket.destroyed) done();
    });
  });
}

/** An answer has the connection when those before it are through. */
function isItsTurn({ raw }: FastifyReply): boolean {
  return raw.socket !== null;
}
