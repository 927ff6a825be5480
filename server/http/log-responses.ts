import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * One line for every answer of 400 and above, in the words that operators' jails match (compatibility.md 0.6):
 * `/api/login: 403 203.0.113.9 <nil>`. With `logsAll` one for every other answer as well.
 */
export function logResponses(
  app: FastifyInstance,
  { logsAll }: { readonly logsAll: boolean },
): void {
  const sent = logsAll ? countSent(app) : undefined;
  app.addHook('onResponse', (request, reply, done) => {
    if (logsAll || reply.raw.statusCode >= 400) logAnswer(request, reply, sent?.(request));
    done();
  });
}

function logAnswer(
  request: FastifyRequest,
  { raw: { statusCode }, elapsedTime }: FastifyReply,
  bytes: number | undefined,
): void {
  const [path = ''] = request.url.split('?', 1);
  const line = `${withoutHash(path)}: ${statusCode} ${request.address || 'unknown'} <nil>`;
  const who = request.session?.user.username;
  const facts = {
    reqId: request.id,
    method: request.method,
    ms: Math.round(elapsedTime),
    // Which of many users has met a failure is nobody's business unless all is to be told.
    ...(bytes !== undefined && { bytes, ...(who !== undefined && { user: who }) }),
  };
  if (statusCode >= 500) request.log.error(facts, line);
  else request.log.info(facts, line);
}

/** How many bytes went over the connection for each answer, headers and what was compressed included. */
function countSent(app: FastifyInstance): (request: FastifyRequest) => number {
  const starts = new WeakMap<FastifyRequest, { socket: Socket; bytes: number }>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw;
    starts.set(request, { socket, bytes: socket.bytesWritten });
    done();
  });
  return (request) => {
    const start = starts.get(request);
    return start === undefined ? 0 : start.socket.bytesWritten - start.bytes;
  };
}

/** Addresses with the hash of a link in them. `/api/share/…` may be the path of a file as well: too little is told then. */
const HASH =
  /^(\/(?:api\/public\/(?:share|dl|selections|preview\/[^/]*)|api\/(?:links|share)|share)\/[^/]{1,3})[^/]*/;

/** Whoever knows a hash is let in by it: a log shows as much as is needed to know it again. */
export function withoutHash(path: string): string {
  return path.replace(HASH, '$1…');
}
