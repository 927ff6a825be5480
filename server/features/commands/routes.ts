import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from '@fastify/websocket';
import type { Authenticator } from '../../access/authenticator.ts';
import { AppError } from '../../errors.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { pathOf } from '../../http/request.ts';
import { route, textParam } from '../../http/route.ts';
import { acceptWebSockets } from '../../http/web-sockets.ts';
import type { Conversations } from './conversations.ts';
import type { RunLine } from './conversation.ts';
import { type CommandContext, WATCH_EVERY_MS } from './run-line.ts';

interface Dependencies {
  readonly conversations: Conversations;
  readonly baseUrl: string;
  readonly authenticator: Authenticator;
  /** Interval in milliseconds at which a connection is authorized again. */
  readonly watchEveryMs?: number | undefined;
  runLine(visit: CommandContext): RunLine;
}

const RUN_COMMAND = route({
  access: 'authenticated',
  sameOrigin: true,
  tokenInQuery: true,
  group: 'Commands',
  summary: 'Run a command in a folder',
  description:
    'A WebSocket. The first text message is the command line; each text message back is a line of output. The close ' +
    'reason states how the command ended: “exit 0”.',
  query: { auth: textParam('The token, for clients that cannot send headers.') },
  replies: { 101: { description: 'The connection is open.' } },
  refusals: ['invalid-path', 'invalid-request', 'too-many-requests'],
});

/** Enough for a command line. */
const MAX_MESSAGE_BYTES = 16 * 1024;

/** The shell of the page: one WebSocket for each command (compatibility.md 5.6). */
export function commandRoutes({
  conversations,
  baseUrl,
  authenticator,
  runLine,
  watchEveryMs = WATCH_EVERY_MS,
}: Dependencies) {
  return async (app: FastifyInstance): Promise<void> => {
    await acceptWebSockets(app, {
      baseUrl,
      prefix: '/api/command/',
      mostMessageBytes: MAX_MESSAGE_BYTES,
    });
    app.route({
      method: 'GET',
      url: '/api/command/*',
      ...RUN_COMMAND,
      // Refuses invalid paths and surplus connections while an HTTP response is still possible.
      preHandler: (request, _reply, done) => {
        pathOf(request);
        if (conversations.isFullFor(sessionOf(request).user.id)) {
          throw new AppError('too-many-requests', 'too many connections to the shell are open');
        }
        done();
      },
      handler: () => {
        throw new AppError('invalid-request', 'this address is for WebSockets');
      },
      wsHandler: (socket: WebSocket, request: FastifyRequest) => {
        const { sessionIdHash, user } = sessionOf(request);
        const { path } = pathOf(request);
        return conversations.hold(socket, user.id, {
          run: runLine({ sessionIdHash, path }),
          async mayStay(isIdle) {
            const now = await authenticator.ownerOf(sessionIdHash);
            if (now === undefined || (user.perm.execute && !now.user.perm.execute)) return false;
            const { commands } = now.user;
            return !isIdle || user.commands.every((command) => commands.includes(command));
          },
          watchEveryMs,
        });
      },
    });
  };
}
