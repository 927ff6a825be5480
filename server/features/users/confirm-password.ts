import type { FastifyRequest } from 'fastify';
import type { AttemptThrottle } from '../../access/attempt-throttle.ts';
import { checkPassword } from '../../access/passwords.ts';
import { AppError } from '../../errors.ts';
import { sessionOf } from '../../http/authenticate.ts';
import type { Database } from '../../metadata/database.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';

export interface Confirmation {
  readonly db: Database;
  /** Limits password attempts in a session that another person may have found open. */
  readonly throttle: AttemptThrottle;
  /** False allows clients of File Browser 2 to leave out the password. */
  readonly isRequired: boolean;
}

/**
 * Checks the password of the caller, if the auth method uses passwords. Refuses a wrong password, and a missing one where it
 * is required.
 */
export async function confirmPassword(
  { db, throttle, isRequired }: Confirmation,
  request: FastifyRequest,
  password: string | undefined,
): Promise<void> {
  const { authMethod } = await readGlobalSettings(db.read);
  if (authMethod !== 'json') return;
  // Old clients send an empty password when they do not ask for it.
  const isGiven = password !== undefined && password !== '';
  if (!isGiven && !isRequired) return;
  if (!isGiven) throw incorrect();
  const { user } = sessionOf(request);
  const counted = throttle.begin(request.address, user.username);
  const checked = await checkPassword(user.passwordHash, password).catch((error: unknown) => {
    counted.withdrawn();
    throw error;
  });
  if (checked === 'wrong') throw incorrect();
  counted.succeeded();
}

function incorrect(): AppError {
  return new AppError('invalid-request', 'the current password is incorrect', {
    refusal: { code: 'wrong-password' },
  });
}
