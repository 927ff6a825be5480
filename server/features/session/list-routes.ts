import { ListedSession } from '#contract/sessions.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { paramOf, queryOf } from '../../http/request.ts';
import { jsonReply, numberParam, route, statusText, textParam } from '../../http/route.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { z } from 'zod';
import { endOneSession, endSessionsOf } from './end-sessions.ts';
import { listSessionsOf } from './list-sessions.ts';
import type { SessionService } from './sessions.ts';

const USER = numberParam('ID of the user, for administrators. Your own sessions by default.');

const LIST_SESSIONS = route({
  access: 'authenticated',
  group: 'Session',
  summary: 'List the sessions of a user',
  query: { user: USER },
  replies: { 200: jsonReply('The sessions, the last used first.', z.array(ListedSession)) },
  refusals: ['invalid-request', 'not-found'],
});

const END_SESSIONS = route({
  access: 'authenticated',
  audit: 'session-end',
  group: 'Session',
  summary: 'End all sessions except this one',
  query: { user: USER },
  replies: { 200: statusText('The sessions have ended.') },
  refusals: ['invalid-request', 'not-found'],
});

const END_SESSION = route({
  access: 'authenticated',
  audit: 'session-end',
  group: 'Session',
  summary: 'End a session',
  params: { id: textParam('ID of the session, as listed.') },
  replies: { 200: statusText('The session has ended.') },
  refusals: ['not-found'],
});

/** Lists and ends sessions. */
export function sessionListRoutes(service: SessionService) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/sessions', LIST_SESSIONS, async (request, reply) =>
      reply.send(await listSessionsOf(service, sessionOf(request), userIn(request))),
    );

    app.delete('/api/sessions', END_SESSIONS, async (request, reply) => {
      const about = await endSessionsOf(service, sessionOf(request), userIn(request));
      addAuditFacts(request, { about: about.username });
      return sendStatus(reply, 200);
    });

    app.delete('/api/sessions/:id', END_SESSION, async (request, reply) => {
      const id = paramOf(request, 'id');
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
  throw new AppError('invalid-request', 'user: must be the id of a user');
}
