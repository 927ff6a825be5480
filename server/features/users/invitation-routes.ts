import {
  ACCEPT_INVITATION_URL,
  Invitation,
  INVITATION_URL,
  InvitationAnswer,
  InvitationRequest,
  InvitationToken,
  InvitedUser,
} from '#contract/invitations.ts';
import type { FastifyInstance } from 'fastify';
import type { Administration } from '../../administration/administration.ts';
import { requireUser } from '../../administration/users/change-user.ts';
import {
  acceptInvitation,
  invitedUser,
  inviteUser,
} from '../../administration/users/invite-user.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { limitVisitors } from '../../http/limit-visitors.ts';
import { paramOf, readJson } from '../../http/request.ts';
import { jsonBody, jsonReply, numberParam, route, statusText } from '../../http/route.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { type CountTogether, RateLimiter } from '../../lib/rate-limiter.ts';
import { confirmPassword, type Confirmation } from './confirm-password.ts';

const MAX_BODY_BYTES = 16 * 1024;

const INVITE_USER = route({
  access: 'admin',
  audit: 'user-change',
  group: 'Users',
  summary: 'Invite a user to set a password',
  description:
    'Creates a token with which the user can set a password, once and within a week. It replaces the previous one.',
  params: { id: numberParam('ID of the user.') },
  body: jsonBody(InvitationRequest),
  replies: { 201: jsonReply('The invitation.', Invitation) },
  refusals: [
    'invalid-request',
    'wrong-credentials',
    'not-found',
    'method-not-allowed',
    'too-large',
  ],
});

const GET_INVITED = route({
  access: 'open',
  sameOrigin: true,
  audit: 'nothing',
  group: 'Session',
  summary: 'Get the invited user',
  description: 'A POST, so that the token is in no address.',
  body: jsonBody(InvitationToken),
  replies: { 200: jsonReply('The user whose password the token can set.', InvitedUser) },
  refusals: [
    'invalid-request',
    'not-found',
    'method-not-allowed',
    'too-large',
    'too-many-requests',
  ],
});

const ACCEPT_INVITATION = route({
  access: 'open',
  sameOrigin: true,
  audit: 'user-change',
  group: 'Session',
  summary: 'Accept an invitation',
  description: 'Sets the password of the invited user and ends the invitation. Log in afterwards.',
  body: jsonBody(InvitationAnswer),
  replies: { 200: statusText('The password is set.') },
  refusals: [
    'invalid-request',
    'not-found',
    'method-not-allowed',
    'too-large',
    'too-many-requests',
  ],
});

/** Mounts the routes with which administrators invite users, and users set their first password. */
export function invitationRoutes(
  administration: Administration,
  confirmation: Confirmation,
  count: CountTogether,
) {
  // Limits how many passwords are hashed for visitors; tokens cannot be guessed anyway. Several people, such as a school class behind a
  // router, may share one address.
  const addresses = new RateLimiter(
    { burst: 60, refillMs: 10_000, maxKeys: 20_000 },
    count('invitations'),
  );

  return async (app: FastifyInstance): Promise<void> => {
    app.post('/api/users/:id(^\\d{1,15}$)/invitation', INVITE_USER, async (request, reply) => {
      const { current_password } = await readJson(request, InvitationRequest, {
        maxBytes: MAX_BODY_BYTES,
      });
      await confirmPassword(confirmation, request, current_password);
      const id = paramOf(request, 'id');
      const user = await requireUser(administration.db.read, Number(id));
      addAuditFacts(request, { about: user.username, fields: ['invitation'] });
      const { token, expiresAt } = await inviteUser(administration, user.id);
      const expires = new Date(expiresAt).toISOString();
      return reply.code(201).send({ token, expires } satisfies Invitation);
    });

    app.post(INVITATION_URL, GET_INVITED, async (request, reply) => {
      limitVisitors(addresses, request.address);
      const { token } = await readJson(request, InvitationToken, { maxBytes: MAX_BODY_BYTES });
      const username = await invitedUser(administration, token);
      return reply.send({ username } satisfies InvitedUser);
    });

    app.post(ACCEPT_INVITATION_URL, ACCEPT_INVITATION, async (request, reply) => {
      limitVisitors(addresses, request.address);
      const answer = await readJson(request, InvitationAnswer, { maxBytes: MAX_BODY_BYTES });
      const username = await invitedUser(administration, answer.token);
      addAuditFacts(request, { username, about: username, fields: ['password'] });
      await acceptInvitation(administration, { ...answer, username });
      return sendStatus(reply, 200);
    });
  };
}
