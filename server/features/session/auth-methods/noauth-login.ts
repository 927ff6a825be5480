import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../errors.ts';
import type { Database } from '../../../metadata/database.ts';
import { findFirstUser } from '../../../metadata/users.ts';
import type { AuthMethodLogin } from './auth-method.ts';

interface Dependencies {
  readonly db: Database;
  /** Returns why a request is refused; undefined if it is accepted. */
  refusalOf(request: FastifyRequest): string | undefined;
}

/**
 * Logs in the user with the lowest id without credentials. The start refuses this method if other machines have
 * access, unless that is allowed; but it can also be selected while the server runs.
 */
export function noauthLogin({ db, refusalOf }: Dependencies): AuthMethodLogin {
  return async (request) => {
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      const { id: reqId, host } = request;
      request.log.warn({ reqId, host }, `login without a password refused: ${refusal}`);
      throw new AppError('forbidden', 'noauth is not allowed here');
    }
    const first = await findFirstUser(db.read);
    if (first === undefined) throw new AppError('wrong-credentials', 'there is no user');
    return first;
  };
}
