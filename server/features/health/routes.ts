import { FULL_HEALTH, Health, HEALTH_URL } from '#contract/health.ts';
import type { FastifyInstance } from 'fastify';
import { queryOf } from '../../http/request.ts';
import { PLAIN_TEXT, route, textParam } from '../../http/route.ts';
import { type HealthDependencies, checkHealth } from './check-health.ts';

const CONTENT = { 'text/plain': PLAIN_TEXT, 'application/json': Health };

const GET_HEALTH = route({
  access: 'open',
  monitorAsksFor: FULL_HEALTH,
  audit: 'nothing',
  group: 'Server',
  summary: 'Get the health of the server',
  description:
    'States whether the server can serve files, for everyone and with any method. With “full”, also describes its ' +
    'parts, for administrators and for programs with the monitoring token.',
  query: { [FULL_HEALTH]: textParam('Also describes the parts. Needs no value.') },
  replies: {
    200: { description: 'The server can serve files.', content: CONTENT },
    503: {
      description: 'The database, the root folder or the threads that serve files do not respond.',
      content: CONTENT,
    },
  },
  refusals: ['not-authenticated', 'forbidden'],
});

/** Reports the health of the server. */
export function healthRoutes(dependencies: HealthDependencies) {
  return async (app: FastifyInstance): Promise<void> => {
    // Some monitoring programs use other methods than GET.
    app.all(HEALTH_URL, GET_HEALTH, async (request, reply) => {
      if (!(FULL_HEALTH in queryOf(request))) {
        const isUp = (await dependencies.checks.threads.check()).kind === 'seen';
        return reply
          .status(isUp ? 200 : 503)
          .header('content-type', 'text/plain; charset=utf-8')
          .send(isUp ? '{"status":"OK"}' : '{"status":"DOWN"}');
      }
      const health = await checkHealth(dependencies);
      return reply.status(health.status === 'OK' ? 200 : 503).send(health);
    });
  };
}
