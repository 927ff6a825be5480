import { GROUP_HEADER } from '#contract/history.ts';
import { RENEW_HEADER, TOKEN_COOKIE, TOKEN_HEADER } from '#contract/session.ts';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify';
import type { Authenticator, RequestSession } from '../access/authenticator.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import { addRequestCheck } from './request-check.ts';
import { readCookie } from './cookies.ts';
import { requireStatedOrigin } from './cross-origin.ts';
import { queryOf } from './request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Also accepts the token in the query, as `?auth=`, for clients that cannot send headers. */
    tokenInQuery?: true;
  }
  interface FastifyRequest {
    /** Set by `authenticateRequests` for routes that need a session. */
    session: RequestSession | undefined;
    /** Authenticates and authorizes the request again, after work that can take minutes. */
    reauthorize: (() => Promise<void>) | undefined;
  }
}

/** Clients are asked to renew tokens that expire within this time. Seconds. */
const RENEW_WITHIN = 3_600;

/** Records when and from which address sessions are used. */
export interface SessionUseRecorder {
  record(session: RequestSession, address: string): void;
}

export interface AuthenticationOptions {
  readonly uses: SessionUseRecorder;
  /** Returns whether a request has the monitoring token. */
  isMonitor(request: FastifyRequest): boolean;
}

/** Enforces the declared access: requests reach the handler of a protected route only with an active session. */
export function authenticateRequests(
  app: FastifyInstance,
  authenticator: Authenticator,
  { uses, isMonitor }: AuthenticationOptions,
): void {
  app.decorateRequest('session', undefined);
  app.decorateRequest('reauthorize', undefined);
  const admit = async (request: FastifyRequest): Promise<RequestSession> => {
    const token = tokenOf(request);
    const session = token === undefined ? undefined : await authenticator.authenticate(token);
    if (session === undefined) throw new AppError('not-authenticated', 'no active session');
    const isForAll = request.routeOptions.config.access === 'authenticated';
    if (!isForAll && !session.user.perm.admin) {
      throw administratorsOnly();
    }
    request.session = session;
    return session;
  };
  const requireSession: onRequestAsyncHookHandler = async (request, reply) => {
    const session = await admit(request);
    request.reauthorize = async () => void (await admit(request));
    uses.record(session, request.address);
    adviseRenewal(reply, session);
  };
  const requireMonitor: onRequestAsyncHookHandler = async function (request, reply) {
    if (!isMonitor(request)) await requireSession.call(this, request, reply);
  };
  const requireMonitorForMore: onRequestAsyncHookHandler = async function (request, reply) {
    const more = request.routeOptions.config.monitorAsksFor ?? '';
    if (more in queryOf(request)) await requireMonitor.call(this, request, reply);
  };
  app.addHook('onRoute', (route) => {
    const { access, monitorAsksFor } = route.config ?? {};
    if (access === 'monitor') return addRequestCheck(route, requireMonitor);
    if (monitorAsksFor !== undefined) return addRequestCheck(route, requireMonitorForMore);
    if (access === 'open' || access === 'share') return;
    addRequestCheck(route, requireSession);
  });
}

export function sessionOf(request: FastifyRequest): RequestSession {
  if (request.session === undefined) throw new Error('the route is open and has no session');
  return request.session;
}

/** Returns the user or share visitor who sent the request. A user who reads an item in the trash sees only that item. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.visitor !== undefined) return request.visitor.actor;
  if (request.trashed !== undefined) return request.trashed.actor;
  const { actor } = sessionOf(request);
  const key = request.headers[GROUP_HEADER.toLowerCase()];
  if (key === undefined) return actor;
  if (typeof key === 'string' && /^[\w-]{1,64}$/.test(key))
    return { ...actor, action: { kind: 'group', key } };
  throw new AppError('invalid-request', 'invalid key of an action');
}

/**
 * Returns the token in the header, or in the cookie for GET and HEAD only, because a page of another origin can make a
 * browser send the cookie.
 */
function tokenOf(request: FastifyRequest): string | undefined {
  const { tokenInQuery, sameOrigin } = request.routeOptions.config;
  const header = request.headers[TOKEN_HEADER.toLowerCase()];
  if (typeof header === 'string' && looksLikeToken(header)) return header;
  const inQuery = tokenInQuery === true ? queryOf(request)['auth'] : undefined;
  if (inQuery !== undefined && looksLikeToken(inQuery)) return inQuery;
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const cookie = readCookie(request.headers.cookie, TOKEN_COOKIE);
  if (cookie === undefined || !looksLikeToken(cookie)) return undefined;
  if (sameOrigin === true) requireStatedOrigin(request);
  return cookie;
}

function looksLikeToken(text: string): boolean {
  return text.split('.').length === 3;
}

/** Asks the client to renew a token that expires soon, or that is older than the last change of its user. */
function adviseRenewal(reply: FastifyReply, { claims, user }: RequestSession): void {
  const isEndingSoon = claims.exp - Date.now() / 1_000 < RENEW_WITHIN;
  const isOutdated = claims.iat < Math.floor(user.updatedAt / 1_000);
  if (isEndingSoon || isOutdated) reply.header(RENEW_HEADER, 'true');
}

export function administratorsOnly(): AppError {
  return new AppError('forbidden', 'administrators only');
}
