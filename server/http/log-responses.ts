import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Logs every reply with status 400 and above in the format that fail2ban filters match (compatibility.md 0.6): `/api/login:
 * 403 203.0.113.9 <nil>`. With `logsAll`, also logs all other replies.
 */
export function logResponses(
  app: FastifyInstance,
  { logsAll }: { readonly logsAll: boolean },
): void {
  const sent = logsAll ? countSent(app) : undefined;
  app.addHook('onResponse', (request, reply, done) => {
    if (logsAll || reply.raw.statusCode >= 400) logReply(request, reply, sent?.(request));
    done();
  });
}

function logReply(
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
    // The user name is only logged when the access log is enabled.
    ...(bytes !== undefined && { bytes, ...(who !== undefined && { user: who }) }),
  };
  if (statusCode >= 500) request.log.error(facts, line);
  else request.log.info(facts, line);
}

/** Returns a function that counts the bytes on the connection for a reply, with headers and after compression. */
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

/** Addresses with the hash of a share. `/api/share/…` can also be the path of a file, which is then shortened as well. */
const HASH =
  /^(\/(?:api\/public\/(?:share|dl|selections|preview\/[^/]*)|api\/(?:links|share)|share)\/[^/]{1,3})[^/]*/;

/** A hash gives access to a share, so logs show only enough of it to recognize it. */
export function withoutHash(path: string): string {
  return path.replace(HASH, '$1…');
}
