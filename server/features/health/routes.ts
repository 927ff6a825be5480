import { FULL_HEALTH, HEALTH_URL } from '#contract/health.ts';
import type { FastifyInstance } from 'fastify';
import { queryOf } from '../../http/request.ts';
import { type HealthParts, checkHealth } from './check-health.ts';

/** Says whether the server can serve files, and to those who watch it how it is. */
export function healthRoutes(parts: HealthParts) {
  return async (app: FastifyInstance): Promise<void> => {
    const config = { access: 'open', monitorAsksFor: FULL_HEALTH, audit: 'nothing' } as const;
    // Whatever a monitor sends, it is answered.
    app.all(HEALTH_URL, { config }, async (request, reply) => {
      if (!(FULL_HEALTH in queryOf(request))) {
        const isWell = (await parts.signs.threads.look()).kind === 'seen';
        return reply
          .status(isWell ? 200 : 503)
          .header('content-type', 'text/plain; charset=utf-8')
          .send(isWell ? '{"status":"OK"}' : '{"status":"DOWN"}');
      }
      const health = await checkHealth(parts);
      return reply.status(health.status === 'OK' ? 200 : 503).send(health);
    });
  };
}
