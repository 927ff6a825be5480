import type { Credentials } from '#contract/session.ts';
import type { AttemptThrottle } from '../../../../access/attempt-throttle.ts';
import type { Administration } from '../../../../administration/administration.ts';
import { AppError } from '../../../../errors.ts';
import { readAuthSettings } from '../../../../metadata/settings.ts';
import type { StoredUser } from '../../../../metadata/users.ts';
import { isAcceptableName, type LoginDurations, type AuthMethodLogin } from '../auth-method.ts';
import { countedAttempt } from '../counted-attempt.ts';
import { readCredentials } from '../credentials.ts';
import { checkStoredPassword } from '../stored-password.ts';
import { type RunHook, hookFailed } from './run-hook.ts';
import { hookUser } from './hook-user.ts';
import type { HookUserFields } from './parse-reply.ts';

const MAX_PASSWORD_BYTES = 1_024;

interface Dependencies {
  readonly administration: Administration;
  readonly throttle: AttemptThrottle;
  readonly ask: RunHook;
  readonly durations: Pick<LoginDurations, 'minRefusalMs'>;
}

/** Logs in users whom a command of the operator accepts, with the fields that it returns. */
export function hookLogin({
  administration,
  throttle,
  ask,
  durations,
}: Dependencies): AuthMethodLogin {
  const { db } = administration;
  return async (request, signal) => {
    const credentials = await readCredentials(request);
    const { address } = request;
    const { minRefusalMs } = durations;
    const guess = { throttle, address, username: credentials.username, minRefusalMs };
    return countedAttempt(guess, async (spend) => {
      requirePassable(credentials);
      const { command } = await readAuthSettings(db.read);
      const reply = await ask(command, credentials, signal);
      spend();
      switch (reply.action) {
        case 'block':
          throw new AppError('wrong-credentials', 'the hook refused the credentials');
        case 'pass':
          return checkStoredPassword(db, credentials);
        case 'auth':
          return admit(administration, credentials, reply.fields);
      }
    });
  };
}

/** Refuses credentials that environment variables cannot contain. */
function requirePassable({ username, password }: Credentials): void {
  const isPassable =
    isAcceptableName(username) &&
    !password.includes('\0') &&
    Buffer.byteLength(password) <= MAX_PASSWORD_BYTES;
  if (!isPassable)
    throw new AppError('wrong-credentials', 'the credentials cannot be passed to a hook');
}

/**
 * Creates or updates the user. Logs values of the hook that cannot be stored, because hook and settings contradict
 * each other.
 */
async function admit(
  administration: Administration,
  credentials: Credentials,
  fields: HookUserFields,
): Promise<StoredUser> {
  try {
    return await hookUser(administration, credentials, fields);
  } catch (error) {
    if (!(error instanceof AppError) || !INVALID_FIELDS.has(error.code)) throw error;
    throw hookFailed(`it accepts ${credentials.username}, but ${error.message}`, error);
  }
}

/** Errors for fields of the hook that cannot be stored. */
const INVALID_FIELDS = new Set(['invalid-request', 'invalid-path', 'already-exists', 'forbidden']);
