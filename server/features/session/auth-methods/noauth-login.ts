import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../errors.ts';
import type { Database } from '../../../metadata/database.ts';
import { findFirstUser } from '../../../metadata/users.ts';
import type { AuthMethodLogin } from './auth-method.ts';

interface Parts {
  readonly db: Database;
  /** Why nobody is let in by this request; undefined where everybody is. */
  refusalOf(request: FastifyRequest): string | undefined;
}

/**
 * Everybody is the user made first. The start refuses it where other machines come in, unless that is allowed; but it can
 * also be chosen while the server runs.
 */
export function noauthLogin({ db, refusalOf }: Parts): AuthMethodLogin {
  return async (request) => {
    const refusal = refusalOf(request);
    if (refusal !== undefined) {
      const { id: reqId, host } = request;
      request.log.warn({ reqId, host }, `nobody is let in without a password: ${refusal}`);
      throw new AppError('forbidden', 'noauth is not allowed here');
    }
    const first = await findFirstUser(db.read);
    if (first === undefined) throw new AppError('wrong-credentials', 'there is no user');
    return first;
  };
}
