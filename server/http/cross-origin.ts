import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError } from '../errors.ts';
import { addRequestCheck } from './request-check.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that a page of another origin could call, because they need no token or accept the cookie. */
    sameOrigin?: true;
  }
}

/**
 * Refuses cross-origin requests to routes with `sameOrigin`, except from allowed origins. Other routes need a token in a
 * header, which a page of another origin does not have.
 */
export function rejectCrossOrigin(app: FastifyInstance, allowedOrigins: readonly string[]): void {
  const refuse: onRequestHookHandler = (request, _reply, done) => {
    const foreign = foreignOrigin(request, allowedOrigins);
    if (foreign === undefined) return done();
    request.log.warn(
      { reqId: request.id, origin: foreign, host: request.host },
      'refused a request from a page of another origin; if the page is yours, set --allowedOrigins, or --trustedProxies if a proxy forwards the host',
    );
    done(new AppError('forbidden', 'the request comes from a page of another origin'));
  };
  app.addHook('onRoute', (route) => {
    if (route.config?.sameOrigin === true) addRequestCheck(route, refuse);
  });
}

/**
 * Refuses requests that do not state the origin of their page. For requests to routes with `sameOrigin` whose only token is
 * the cookie, because browsers send it for pages of any origin. `rejectCrossOrigin` has already checked a stated origin.
 */
export function requireStatedOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined || site !== undefined) return;
  request.log.warn(
    { reqId: request.id, host: request.host },
    'refused a cookie without Origin and Sec-Fetch-Site; programs must send the token as X-Auth, and proxies must forward Origin',
  );
  throw new AppError('forbidden', 'the request does not state the origin of its page');
}

/** Returns the value of the header that names another origin; undefined for pages of this origin and for programs. */
function foreignOrigin(request: FastifyRequest, allowed: readonly string[]): string | undefined {
  const origin = request.headers.origin;
  if (origin !== undefined && allowed.includes(origin)) return undefined;
  const site = request.headers['sec-fetch-site'];
  // `none`: the user has entered the address.
  if (site === 'same-origin' || site === 'none') return undefined;
  if (site !== undefined) return origin ?? site;
  if (origin === undefined) return undefined;
  return hostOf(origin) === request.host ? undefined : origin;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
