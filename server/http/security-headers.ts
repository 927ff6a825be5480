import type { FastifyInstance, FastifyRequest } from 'fastify';

export const NEVER_STORED = 'no-cache, no-store, must-revalidate';
/** Policy for API replies, which must not load, run or be framed. */
const DATA_ONLY = "default-src 'none'; frame-ancestors 'none'";
/** Half a year, without subdomains, which may belong to other servers. Seconds. */
const HSTS = 'max-age=15552000';
const PUBLIC_CALLS = '/api/public/';

/** Adds the security headers of every reply, unless the handler sets another value. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', NEVER_STORED);
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', DATA_ONLY);
      reply.header('cross-origin-resource-policy', 'same-origin');
    }
    if (!reply.hasHeader('x-content-type-options')) {
      reply.header('x-content-type-options', 'nosniff');
    }
    const policy = String(reply.getHeader('content-security-policy'));
    reply.header('x-frame-options', frameOptionsOf(policy));
    reply.headers(headersByRequest(request));
  });
}

/** Returns X-Frame-Options, for browsers without `frame-ancestors`. */
export function frameOptionsOf(policy: string): 'DENY' | 'SAMEORIGIN' {
  return policy.includes("frame-ancestors 'none'") ? 'DENY' : 'SAMEORIGIN';
}

/** Returns the headers that depend on the protocol and the address of the request. */
export function headersByRequest({
  protocol,
  url,
}: Pick<FastifyRequest, 'protocol' | 'url'>): Record<string, string> {
  const headers: Record<string, string> = {};
  // Browsers ignore it over HTTP. Only trusted proxies can report HTTPS.
  if (protocol === 'https') headers['strict-transport-security'] = HSTS;
  // The address of a share is a secret.
  if (url.startsWith(PUBLIC_CALLS)) {
    headers['referrer-policy'] = 'no-referrer';
    headers['x-robots-tag'] = 'noindex, nofollow, noarchive';
  }
  return headers;
}
