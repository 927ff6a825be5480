import { AppError } from '../../../errors.ts';
import type { Database } from '../../../metadata/database.ts';
import { findFirstUser } from '../../../metadata/users.ts';
import type { Way } from './way.ts';

/**
 * Everybody is the user made first. The start refuses it where other machines come in, unless that is allowed; but it can
 * also be chosen while the server runs.
 */
export function noauthWay(db: Database, { isAllowed }: { readonly isAllowed: boolean }): Way {
  return async (request) => {
    if (!isAllowed) {
      request.log.warn(
        { reqId: request.id },
        'nobody is let in without a password: other machines could come in, too; set --allowRemoteNoauth if that is meant',
      );
      throw new AppError('forbidden', 'noauth is not allowed here');
    }
    const first = await findFirstUser(db.read);
    if (first === undefined) throw new AppError('wrong-credentials', 'there is no user');
    return first;
  };
}
