import { RENEW_HEADER, TOKEN_COOKIE, TOKEN_HEADER } from '#contract/session.ts';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify';
import type { Authenticator, SignedIn } from '../access/authenticator.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import { beforeHandling } from './before-handling.ts';
import { readCookie } from './cookies.ts';
import { refuseUnknownPages } from './foreign-page.ts';
import { queryOf } from './request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The token may be in the address as well, as `?auth=`: for clients that can send no header. */
    tokenInQuery?: true;
  }
  interface FastifyRequest {
    /** Set by `authenticateRequests` wherever a route is for those who are signed in. */
    signedIn: SignedIn | undefined;
    /** Asks once more what `authenticateRequests` has asked, after something that may have taken minutes. */
    admitAgain: (() => Promise<void>) | undefined;
  }
}

/** A token closer to its end than this is asked to be renewed. Seconds. */
const RENEW_WITHIN = 3_600;

/** Is told of every request of somebody who is signed in, and from which address it came. */
export interface UseRecorder {
  note(signedIn: SignedIn, address: string): void;
}

export interface Admitting {
  readonly uses: UseRecorder;
  /** Whether a request brings the token of the program that watches the server. */
  isMonitor(request: FastifyRequest): boolean;
}

/** Obeys what routes declare: nobody reaches a handler of a closed route without a living session. */
export function authenticateRequests(
  app: FastifyInstance,
  authenticator: Authenticator,
  { uses, isMonitor }: Admitting,
): void {
  app.decorateRequest('signedIn', undefined);
  app.decorateRequest('admitAgain', undefined);
  const admit = async (request: FastifyRequest): Promise<SignedIn> => {
    const token = tokenOf(request);
    const signedIn = token === undefined ? undefined : await authenticator.authenticate(token);
    if (signedIn === undefined) throw new AppError('not-signed-in', 'no living session');
    const isForAll = request.routeOptions.config.access === 'signed-in';
    if (!isForAll && !signedIn.user.perm.admin) {
      throw new AppError('forbidden', 'administrators only');
    }
    request.signedIn = signedIn;
    return signedIn;
  };
  const requireSession: onRequestAsyncHookHandler = async (request, reply) => {
    const signedIn = await admit(request);
    request.admitAgain = async () => void (await admit(request));
    uses.note(signedIn, request.address);
    adviseRenewal(reply, signedIn);
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
    if (access === 'monitor') return beforeHandling(route, requireMonitor);
    if (monitorAsksFor !== undefined) return beforeHandling(route, requireMonitorForMore);
    if (access === 'open' || access === 'share') return;
    beforeHandling(route, requireSession);
  });
}

export function signedInOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === undefined) throw new Error('the route is open: nobody is signed in');
  return request.signedIn;
}

/** Whoever asks: a user, or a visitor of a link. */
export function actorOf(request: FastifyRequest): Actor {
  return request.visitor?.actor ?? signedInOf(request).actor;
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
  if (sameOrigin === true) refuseUnknownPages(request);
  return cookie;
}

function looksLikeToken(text: string): boolean {
  return text.split('.').length === 3;
}

/** Asked when the token ends soon, or was made before the user it describes was last changed. */
function adviseRenewal(reply: FastifyReply, { claims, user }: SignedIn): void {
  const endsSoon = claims.exp - Date.now() / 1_000 < RENEW_WITHIN;
  const outdated = claims.iat < Math.floor(user.updatedAt / 1_000);
  if (endsSoon || outdated) reply.header(RENEW_HEADER, 'true');
}
