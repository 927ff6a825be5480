import { randomUUID } from 'node:crypto';
import { type RequestListener, type Server, STATUS_CODES } from 'node:http';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import type { TrustConfig } from '../config/config.ts';
import { DatabaseUnavailable } from '../metadata/database-unavailable.ts';
import { CommandFailed } from '../programs/events/event-hooks.ts';
import { drain } from './drain.ts';
import { errorReply, reasonPhraseOf } from './error-reply.ts';
import { rejectCrossOrigin } from './cross-origin.ts';
import { logResponses } from './log-responses.ts';
import { recordClientAddresses } from './client-address.ts';
import { processPipelinedInOrder } from './pipelined-requests.ts';
import { rejectUnparsable } from './unparsable-requests.ts';
import { rejectMalformedRequests } from './malformed-requests.ts';
import { parseQuery } from './request.ts';
import { countReplies } from './reply-memory.ts';
import { requireDeclaredAccess } from './route-access.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { cleanTarget } from './target.ts';
import { createAddressCheck } from './trusted-peers.ts';

/** Longest part of a path that a route captures, in characters. Longer paths are not found. */
export const MAX_PARAM_LENGTH = 16_384;

export interface HttpOptions {
  readonly baseUrl: string;
  readonly trust: TrustConfig;
  readonly logger: FastifyBaseLogger;
  /** Also logs successful replies. */
  readonly logsAll: boolean;
  /** Returns the server with its timeouts. Fastify sets none. */
  createServer(listener: RequestListener): Server;
}

/**
 * Creates the Fastify instance of all routes: it cleans targets, sends errors as plain text, adds security headers, and does
 * not parse bodies.
 */
export function createHttp({
  baseUrl,
  trust,
  logger,
  logsAll,
  createServer,
}: HttpOptions): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for every request costs more than many requests do. Log lines state the request ID themselves.
    childLoggerFactory: (parent) => parent,
    genReqId: () => randomUUID(),
    clientErrorHandler: (error, socket) => rejectUnparsable(error, socket),
    rewriteUrl: cleanTarget(baseUrl),
    trustProxy: trust.proxies.length === 0 ? false : createAddressCheck(trust.proxies),
    serverFactory: (listener) => createServer(listener),
    // Routes have no Fastify schemas, because the contract checks bodies. The compilers are never loaded.
    schemaController: {
      compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
    },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, querystringParser: parseQuery },
  });

  processPipelinedInOrder(app);
  recordClientAddresses(app);
  // Bodies are streams, and are never parsed because of their Content-Type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));

  app.setErrorHandler(async (error, request, reply) => {
    const { status, body, headers } = errorReply(error);
    if (status >= 500) logFailure(request, error);
    await drain(request.raw);
    if (headers) reply.headers(headers);
    if (STATUS_CODES[status] === undefined) reply.raw.statusMessage = reasonPhraseOf(status);
    if (error instanceof CommandFailed) reply.header(FAILED_COMMAND_HEADER, error.trigger);
    if (hasRetryAfter(error)) reply.header('retry-after', error.retryAfterSeconds);
    return reply.status(status).type('text/plain; charset=utf-8').send(body);
  });

  requireDeclaredAccess(app);
  rejectMalformedRequests(app, baseUrl);
  rejectCrossOrigin(app, trust.allowedOrigins);
  addSecurityHeaders(app);
  logResponses(app, { logsAll });
  countReplies(app);
  return app;
}

function logFailure({ log, id }: FastifyRequest, error: unknown): void {
  // The code that ran the command has logged the failure.
  if (error instanceof CommandFailed) return;
  // One short line, because every request fails while the database is unavailable.
  if (error instanceof DatabaseUnavailable)
    log.warn({ reqId: id, reason: reasonOf(error) }, error.message);
  else log.error({ reqId: id, err: error }, 'a request failed');
}

function reasonOf({ cause }: Error): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function hasRetryAfter(error: unknown): error is { readonly retryAfterSeconds: number } {
  return error instanceof Error && 'retryAfterSeconds' in error;
}

function noCompiler(): never {
  throw new Error('a route declares a Fastify schema. Declare it in the contract instead.');
}
