import type { FastifyRequest } from 'fastify';
import type { AttemptThrottle } from '../../access/attempt-throttle.ts';
import { checkPassword } from '../../access/passwords.ts';
import { AppError } from '../../errors.ts';
import { sessionOf } from '../../http/authenticate.ts';
import type { Database } from '../../metadata/database.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';

export interface Confirmation {
  readonly db: Database;
  /** Whoever found a session open may not guess the password with it. */
  readonly throttle: AttemptThrottle;
  /** Clients of before may leave it out. */
  readonly isRequired: boolean;
}

/** The password of the one who asks, where people sign in with one. A wrong one is refused; none, where it is required. */
export async function confirmPassword(
  { db, throttle, isRequired }: Confirmation,
  request: FastifyRequest,
  password: string | undefined,
): Promise<void> {
  const { authMethod } = await readGlobalSettings(db.read);
  if (authMethod !== 'json') return;
  // Old clients send an empty one where they ask for none.
  const isGiven = password !== undefined && password !== '';
  if (!isGiven && !isRequired) return;
  if (!isGiven) throw incorrect();
  const { user } = sessionOf(request);
  const counted = throttle.begin(request.address, user.username);
  if ((await checkPassword(user.passwordHash, password)) === 'wrong') throw incorrect();
  counted.succeeded();
}

function incorrect(): AppError {
  return new AppError('invalid-request', 'the current password is incorrect', {
    refusal: { code: 'wrong-password' },
  });
}
