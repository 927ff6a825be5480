import { Credentials, RENEW_HEADER, TOKEN_COOKIE } from '#contract/session.ts';
import type { AuthMethod } from '#contract/settings.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { homeOfScope } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { strictCookie } from '../../http/cookies.ts';
import { type ApiReply, optionalJsonBody, PLAIN_TEXT, route } from '../../http/route.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import type { StoredUser } from '../../metadata/users.ts';
import {
  renewSession,
  startSession,
  stopSession,
  type Client,
  type IssuedToken,
  type SessionService,
} from './sessions.ts';
import type { AuthMethodLogin } from './auth-methods/auth-method.ts';

interface Dependencies {
  readonly service: SessionService;
  readonly authMethods: Readonly<Record<AuthMethod, AuthMethodLogin>>;
  readonly baseUrl: string;
}

const TOKEN_REPLY: ApiReply = {
  description:
    'The token: a JWT whose payload describes the user (“user”) and states when it expires.',
  content: { 'text/plain': PLAIN_TEXT },
  headers: { 'Set-Cookie': `The same token as the cookie “${TOKEN_COOKIE}”.` },
};

const LOG_IN = route({
  access: 'open',
  sameOrigin: true,
  audit: 'sign-in',
  group: 'Session',
  summary: 'Log in',
  description:
    'The body depends on the auth method in the settings: a user name and a password, or nothing where a proxy ' +
    'authenticates users or no login is needed.',
  body: optionalJsonBody(Credentials.partial()),
  replies: { 200: TOKEN_REPLY },
  refusals: ['wrong-credentials', 'too-many-requests', 'invalid-request', 'outside-failed'],
});

const RENEW = route({
  access: 'authenticated',
  // Clients renew a session many times a day; the audit log has its login.
  audit: 'nothing',
  group: 'Session',
  summary: 'Renew the token of a session',
  replies: {
    200: {
      ...TOKEN_REPLY,
      headers: { ...TOKEN_REPLY.headers, [RENEW_HEADER]: '“false”, as the token is new.' },
    },
  },
});

const LOG_OUT = route({
  access: 'authenticated',
  audit: 'sign-out',
  group: 'Session',
  summary: 'Log out',
  description: 'Ends the session that the token belongs to. All its tokens become invalid at once.',
  replies: { 204: { description: 'The session has ended.' } },
});

/** Mounts login, by the auth method in the current settings, renewal and logout. */
export function sessionRoutes({ service, authMethods, baseUrl }: Dependencies) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post('/api/login', LOG_IN, async (request, reply) => {
      const { authMethod } = await readGlobalSettings(service.db.read);
      const user = await authMethods[authMethod](request, disconnectSignal(reply));
      const { username, signedUp = false } = user;
      addAuditFacts(request, { username, signedUp });
      refuseWithoutHome(request, user);
      const isAnonymous = authMethod === 'noauth';
      const client = { ...clientOf(request), isAnonymous };
      const issued = await startSession(service, user, client);
      // Without authentication the user never changes, and the page logs in on every visit.
      return sendToken(request, isAnonymous ? reply : clearCache(reply), issued);
    });

    app.post('/api/renew', RENEW, async (request, reply) => {
      const { user, claims } = sessionOf(request);
      const issued = await renewSession(service, claims.sid, user);
      if (issued === undefined) throw new AppError('not-authenticated', 'the session has ended');
      return sendToken(request, reply.header(RENEW_HEADER, 'false'), issued);
    });

    app.post('/api/logout', LOG_OUT, async (request, reply) => {
      await stopSession(service, sessionOf(request).sessionIdHash);
      return sendStatus(setCookie(request, clearCache(reply), '', 0), 204);
    });
  };

  function sendToken(request: FastifyRequest, reply: FastifyReply, issued: IssuedToken) {
    return setCookie(request, reply, issued.token, issued.lifetime)
      .header('content-type', 'text/plain')
      .send(issued.token);
  }

  function setCookie(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number) {
    const secure = request.protocol === 'https';
    const cookie = strictCookie(TOKEN_COOKIE, value, { path: `${baseUrl}/`, secure, maxAge });
    return reply.header('set-cookie', cookie);
  }
}

/**
 * Clears the browser cache of the previous user. Browsers honour this over HTTPS and for localhost only; elsewhere they keep the
 * files, but revalidate them before use.
 */
function clearCache(reply: FastifyReply): FastifyReply {
  return reply.header('clear-site-data', '"cache"');
}

function clientOf({ headers, address }: FastifyRequest): Client {
  return { device: headers['user-agent'] ?? '', address };
}

/** Refuses a user whose scope is not a valid path: every request of the session would be refused, and the page would log out at once. */
function refuseWithoutHome(request: FastifyRequest, { username, scope }: StoredUser): void {
  if (homeOfScope(scope) !== undefined) return;
  request.log.error(
    { reqId: request.id, username, scope },
    'login refused: the scope of the user is not a valid path',
  );
  throw new AppError('forbidden', 'the user has no home');
}
