import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { queryOf } from '../../http/request.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { endOneSession, endSessionsOf } from './end-sessions.ts';
import { listSessionsOf } from './list-sessions.ts';
import type { SessionService } from './sessions.ts';

const SIGNED_IN = { config: { access: 'authenticated' } } as const;
const ENDING = { config: { access: 'authenticated', audit: 'session-end' } } as const;

/** Where somebody is signed in, and an end to it. */
export function sessionListRoutes(service: SessionService) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/sessions', SIGNED_IN, async (request, reply) =>
      reply.send(await listSessionsOf(service, sessionOf(request), userIn(request))),
    );

    app.delete('/api/sessions', ENDING, async (request, reply) => {
      const about = await endSessionsOf(service, sessionOf(request), userIn(request));
      addAuditFacts(request, { about: about.username });
      return sendStatus(reply, 200);
    });

    app.delete('/api/sessions/:id', ENDING, async (request, reply) => {
      // The route has this parameter.
      const { id } = request.params as { readonly id: string };
      const about = await endOneSession(service, sessionOf(request), id);
      addAuditFacts(request, { about });
      return sendStatus(reply, 200);
    });
  };
}

function userIn(request: FastifyRequest): number {
  const { user } = queryOf(request);
  if (user === undefined) return sessionOf(request).user.id;
  if (/^[0-9]{1,15}$/.test(user)) return Number(user);
  throw new AppError('invalid-request', 'user: has to be the id of a user');
}
