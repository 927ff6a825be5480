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
import { requireSameOrigin } from './cross-origin.ts';
import { queryOf } from './request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The token may be in the address as well, as `?auth=`: for clients that can send no header. */
    tokenInQuery?: true;
  }
  interface FastifyRequest {
    /** Set by `authenticateRequests` wherever a route is for those who are signed in. */
    session: RequestSession | undefined;
    /** Asks once more what `authenticateRequests` has asked, after something that may have taken minutes. */
    reauthorize: (() => Promise<void>) | undefined;
  }
}

/** A token closer to its end than this is asked to be renewed. Seconds. */
const RENEW_WITHIN = 3_600;

/** Is told of every request of somebody who is signed in, and from which address it came. */
export interface SessionUseRecorder {
  record(session: RequestSession, address: string): void;
}

export interface Admitting {
  readonly uses: SessionUseRecorder;
  /** Whether a request brings the token of the program that watches the server. */
  isMonitor(request: FastifyRequest): boolean;
}

/** Obeys what routes declare: nobody reaches a handler of a closed route without a living session. */
export function authenticateRequests(
  app: FastifyInstance,
  authenticator: Authenticator,
  { uses, isMonitor }: Admitting,
): void {
  app.decorateRequest('session', undefined);
  app.decorateRequest('reauthorize', undefined);
  const admit = async (request: FastifyRequest): Promise<RequestSession> => {
    const token = tokenOf(request);
    const session = token === undefined ? undefined : await authenticator.authenticate(token);
    if (session === undefined) throw new AppError('not-authenticated', 'no living session');
    const isForAll = request.routeOptions.config.access === 'authenticated';
    if (!isForAll && !session.user.perm.admin) {
      throw new AppError('forbidden', 'administrators only');
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
  if (request.session === undefined) throw new Error('the route is open: nobody is signed in');
  return request.session;
}

/** Whoever asks: a user, or a visitor of a link. */
export function actorOf(request: FastifyRequest): Actor {
  return request.visitor?.actor ?? sessionOf(request).actor;
}

/** The header anywhere; the cookie, which a foreign page can make a browser send, only where nothing changes. */
function tokenOf(request: FastifyRequest): string | undefined {
  const { tokenInQuery, sameOrigin } = request.routeOptions.config;
  const header = request.headers[TOKEN_HEADER.toLowerCase()];
  if (typeof header === 'string' && looksLikeToken(header)) return header;
  const inQuery = tokenInQuery === true ? queryOf(request)['auth'] : undefined;
  if (inQuery !== undefined && looksLikeToken(inQuery)) return inQuery;
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const cookie = readCookie(request.headers.cookie, TOKEN_COOKIE);
  if (cookie === undefined || !looksLikeToken(cookie)) return undefined;
  if (sameOrigin === true) requireSameOrigin(request);
  return cookie;
}

function looksLikeToken(text: string): boolean {
  return text.split('.').length === 3;
}

/** Asked when the token ends soon, or was made before the user it describes was last changed. */
function adviseRenewal(reply: FastifyReply, { claims, user }: RequestSession): void {
  const endsSoon = claims.exp - Date.now() / 1_000 < RENEW_WITHIN;
  const outdated = claims.iat < Math.floor(user.updatedAt / 1_000);
  if (endsSoon || outdated) reply.header(RENEW_HEADER, 'true');
}
