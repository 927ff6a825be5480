import type { FastifyInstance } from 'fastify';

export const NEVER_STORED = 'no-cache, no-store, must-revalidate';
/** Answers of the interface are data: nothing in them may load, run or be framed. */
const DATA_ONLY = "default-src 'none'; frame-ancestors 'none'";

/** What every answer carries unless its room has said something else. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', NEVER_STORED);
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', DATA_ONLY);
    }
    if (!reply.hasHeader('x-content-type-options')) {
      reply.header('x-content-type-options', 'nosniff');
    }
  });
}
