import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * One line for every answer of 400 and above, in the words that operators' jails match (WIRE.md 0.6):
 * `/api/login: 403 203.0.113.9 <nil>`.
 */
export function logFailures(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply.raw;
    if (statusCode >= 400) logFailure(request, statusCode, reply.elapsedTime);
    done();
  });
}

function logFailure(request: FastifyRequest, statusCode: number, elapsedMs: number): void {
  const path = request.url.split('?', 1)[0];
  const line = `${path}: ${statusCode} ${request.ip} <nil>`;
  const facts = { reqId: request.id, method: request.method, ms: Math.round(elapsedMs) };
  if (statusCode >= 500) request.log.error(facts, line);
  else request.log.info(facts, line);
}
