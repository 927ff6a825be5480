import { RENEW_HEADER, TOKEN_COOKIE } from '#contract/session.ts';
import type { AuthMethod } from '#contract/settings.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { homeOfScope } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { strictCookie } from '../../http/cookies.ts';
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

interface Parts {
  readonly service: SessionService;
  readonly authMethods: Readonly<Record<AuthMethod, AuthMethodLogin>>;
  readonly baseUrl: string;
}

// It goes on with what began with a sign-in, many times a day.
const RENEWAL = { config: { access: 'authenticated', audit: 'nothing' } } as const;
const SIGN_OUT = { config: { access: 'authenticated', audit: 'sign-out' } } as const;

/** Signing in by whatever way the settings say at that moment, renewing, and signing out. */
export function sessionRoutes({ service, authMethods, baseUrl }: Parts) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post(
      '/api/login',
      { config: { access: 'open', sameOrigin: true, audit: 'sign-in' } },
      async (request, reply) => {
        const { authMethod } = await readGlobalSettings(service.db.read);
        const user = await authMethods[authMethod](request, disconnectSignal(reply));
        addAuditFacts(request, { username: user.username });
        refuseWithoutHome(request, user);
        const isAnonymous = authMethod === 'noauth';
        const client = { ...clientOf(request), isAnonymous };
        const issued = await startSession(service, user, client);
        // With noauth all are one user, and each visit logs in.
        return sendToken(request, isAnonymous ? reply : clearCache(reply), issued);
      },
    );

    app.post('/api/renew', RENEWAL, async (request, reply) => {
      const { user, claims } = sessionOf(request);
      const issued = await renewSession(service, claims.sid, user);
      if (issued === undefined) throw new AppError('not-authenticated', 'the session has ended');
      return sendToken(request, reply.header(RENEW_HEADER, 'false'), issued);
    });

    app.post('/api/logout', SIGN_OUT, async (request, reply) => {
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
 * Removes what the browser has cached of the previous user. Browsers honour this over HTTPS and for localhost only; elsewhere
 * they keep the files, but show none without asking the server.
 */
function clearCache(reply: FastifyReply): FastifyReply {
  return reply.header('clear-site-data', '"cache"');
}

function clientOf({ headers, address }: FastifyRequest): Client {
  return { device: headers['user-agent'] ?? '', address };
}

/** Someone whose scope is no path would be signed in and out again by every page: better not at all. */
function refuseWithoutHome(request: FastifyRequest, { username, scope }: StoredUser): void {
  if (homeOfScope(scope) !== undefined) return;
  request.log.error({ reqId: request.id, username, scope }, 'the scope of this user is no path');
  throw new AppError('forbidden', 'the user has no home');
}
