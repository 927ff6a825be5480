import { RENEW_HEADER, TOKEN_COOKIE, TOKEN_HEADER } from '#contract/session.ts';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
} from 'fastify';
import type { Authenticator, SignedIn } from '../access/authenticator.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import { beforeHandling } from './before-handling.ts';
import { readCookie } from './cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authenticateRequests` wherever a route's access is not `open`. */
    signedIn: SignedIn | undefined;
  }
}

/** A token closer to its end than this is asked to be renewed. Seconds. */
const RENEW_WITHIN = 3_600;

/** Obeys what routes declare: nobody reaches a handler of a closed route without a living session. */
export function authenticateRequests(app: FastifyInstance, authenticator: Authenticator): void {
  app.decorateRequest('signedIn', undefined);
  const requireSession: onRequestAsyncHookHandler = async (request, reply) => {
    const token = tokenOf(request);
    const signedIn = token === undefined ? undefined : await authenticator.authenticate(token);
    if (signedIn === undefined) throw new AppError('not-signed-in', 'no living session');
    request.signedIn = signedIn;
    adviseRenewal(reply, signedIn);
  };
  const requireAdmin: onRequestHookHandler = (request, _reply, done) => {
    const isAdmin = signedInOf(request).user.perm.admin;
    done(isAdmin ? undefined : new AppError('forbidden', 'administrators only'));
  };
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    if (access === 'open') return;
    beforeHandling(route, requireSession);
    if (access === 'admin') beforeHandling(route, requireAdmin);
  });
}

export function signedInOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === undefined) throw new Error('the route is open: nobody is signed in');
  return request.signedIn;
}

export function actorOf(request: FastifyRequest): Actor {
  return signedInOf(request).actor;
}

/** The header anywhere; the cookie, which a foreign page can make a browser send, only where nothing changes. */
function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers[TOKEN_HEADER.toLowerCase()];
  if (typeof header === 'string' && looksLikeToken(header)) return header;
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const cookie = readCookie(request.headers.cookie, TOKEN_COOKIE);
  return cookie !== undefined && looksLikeToken(cookie) ? cookie : undefined;
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
