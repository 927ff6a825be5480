import { Credentials, RENEW_HEADER, TOKEN_COOKIE } from '#contract/session.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { homeOfScope } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { signedInOf } from '../../http/authenticate.ts';
import { strictCookie } from '../../http/cookies.ts';
import { readJson } from '../../http/request.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import { findFirstUser, type StoredUser } from '../../metadata/users.ts';
import { checkCredentials } from './check-credentials.ts';
import {
  renewSession,
  startSession,
  stopSession,
  type IssuedToken,
  type SessionService,
} from './sessions.ts';
import { createSignInThrottle, type SignInThrottle } from './sign-in-throttle.ts';

const MAX_BODY_BYTES = 1024 * 1024;

export function sessionRoutes(service: SessionService, baseUrl: string) {
  const throttle = createSignInThrottle();

  return async (app: FastifyInstance): Promise<void> => {
    app.post(
      '/api/login',
      { config: { access: 'open', sameOrigin: true } },
      async (request, reply) => {
        const user = await whoSignsIn(service, throttle, request);
        refuseWithoutHome(request, user);
        return sendToken(request, reply, await startSession(service, user));
      },
    );

    app.post('/api/renew', { config: { access: 'signed-in' } }, async (request, reply) => {
      const { user, claims } = signedInOf(request);
      const issued = await renewSession(service, claims.sid, user);
      if (issued === undefined) throw new AppError('not-signed-in', 'the session has ended');
      return sendToken(request, reply.header(RENEW_HEADER, 'false'), issued);
    });

    app.post('/api/logout', { config: { access: 'signed-in' } }, async (request, reply) => {
      await stopSession(service, signedInOf(request).sessionIdHash);
      return sendStatus(setCookie(request, reply, '', 0), 204);
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

/** Someone whose scope is no path would be signed in and out again by every page: better not at all. */
function refuseWithoutHome(request: FastifyRequest, { username, scope }: StoredUser): void {
  if (homeOfScope(scope) !== undefined) return;
  request.log.error({ reqId: request.id, username, scope }, 'the scope of this user is no path');
  throw new AppError('forbidden', 'the user has no home');
}

async function whoSignsIn(
  service: SessionService,
  throttle: SignInThrottle,
  request: FastifyRequest,
): Promise<StoredUser> {
  const { db } = service;
  const { authMethod } = await readGlobalSettings(db.read);
  if (authMethod === 'noauth') {
    const first = await findFirstUser(db.read);
    if (first === undefined) throw new AppError('wrong-credentials', 'there is no user');
    return first;
  }
  const credentials = await readCredentials(request);
  return checkCredentials({ db, throttle, address: request.ip, credentials });
}

/** Whatever is wrong with the body, the answer is the one for wrong credentials (WIRE.md 2.4). */
async function readCredentials(request: FastifyRequest): Promise<Credentials> {
  try {
    return await readJson(request, Credentials, { maxBytes: MAX_BODY_BYTES });
  } catch (cause) {
    throw new AppError('wrong-credentials', 'no readable credentials', { cause });
  }
}
