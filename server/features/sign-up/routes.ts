import { SignUp } from '#contract/session.ts';
import type { FastifyInstance } from 'fastify';
import type { Administration } from '../../administration/administration.ts';
import { addUser } from '../../administration/users/add-user.ts';
import { AppError } from '../../errors.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { limitVisitors } from '../../http/limit-visitors.ts';
import { readJson } from '../../http/request.ts';
import { jsonBody, route, statusText } from '../../http/route.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { type CountTogether, RateLimiter } from '../../lib/rate-limiter.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';

const MAX_BODY_BYTES = 16 * 1024;

const SIGN_UP = route({
  access: 'open',
  sameOrigin: true,
  audit: 'sign-up',
  group: 'Session',
  summary: 'Sign up',
  description: 'Creates an account where the settings allow it. Log in afterwards.',
  body: jsonBody(SignUp),
  replies: { 200: statusText('The account is created.') },
  refusals: [
    'invalid-request',
    'forbidden',
    'method-not-allowed',
    'already-exists',
    'too-large',
    'too-many-requests',
  ],
});

/** Mounts the route with which visitors create their own accounts where the settings allow it. */
export function signUpRoutes(
  administration: Administration,
  count: CountTogether = () => undefined,
) {
  // Several people, such as a school class behind a router, may share one address.
  const addresses = new RateLimiter(
    { burst: 30, refillMs: 60_000, maxKeys: 20_000 },
    count('sign-ups'),
  );

  return async (app: FastifyInstance): Promise<void> => {
    app.post('/api/signup', SIGN_UP, async (request, reply) => {
      const { signup } = await readGlobalSettings(administration.db.read);
      if (!signup) throw new AppError('method-not-allowed', 'sign-up is disabled');
      const { username, password, locale } = await readJson(request, SignUp, {
        maxBytes: MAX_BODY_BYTES,
      });
      addAuditFacts(request, { username, about: username });
      // A successful one counts as well, because each creates an account.
      limitVisitors(addresses, request.address);
      await addUser(administration, {
        username,
        password: { plain: password },
        ...(locale === undefined ? {} : { fields: { locale } }),
        home: 'never-root',
        leftovers: 'refused',
        untrusted: true,
        signedUp: true,
      });
      return sendStatus(reply, 200);
    });
  };
}
