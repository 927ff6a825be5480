import type { FastifyInstance, FastifyRequest } from 'fastify';

export const NEVER_STORED = 'no-cache, no-store, must-revalidate';
/** Answers of the interface are data: nothing in them may load, run or be framed. */
const DATA_ONLY = "default-src 'none'; frame-ancestors 'none'";
/** Half a year, for this host alone: what else runs below its domain is not this server's to decide. Seconds. */
const HSTS = 'max-age=15552000';
const PUBLIC_CALLS = '/api/public/';

/** Adds what every answer carries unless its handler has set another value. */
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

/** Says to browsers that know no `frame-ancestors` what the policy says to all others. */
export function frameOptionsOf(policy: string): 'DENY' | 'SAMEORIGIN' {
  return policy.includes("frame-ancestors 'none'") ? 'DENY' : 'SAMEORIGIN';
}

/** Returns the headers that depend on how the request came, and for what. */
export function headersByRequest({
  protocol,
  url,
}: Pick<FastifyRequest, 'protocol' | 'url'>): Record<string, string> {
  const headers: Record<string, string> = {};
  // Over HTTP browsers ignore it. A proxy says HTTPS only when it is trusted.
  if (protocol === 'https') headers['strict-transport-security'] = HSTS;
  // The address of a share is a secret between those who have it.
  if (url.startsWith(PUBLIC_CALLS)) {
    headers['referrer-policy'] = 'no-referrer';
    headers['x-robots-tag'] = 'noindex, nofollow, noarchive';
  }
  return headers;
}
