import type { RequestSession } from '../../access/authenticator.ts';
import { AppError } from '../../errors.ts';
import { endSession, endSessionsOfUser } from '../../metadata/sessions.ts';
import { findUserById, type StoredUser } from '../../metadata/users.ts';
import type { SessionService } from './sessions.ts';
import { requireSessionOwner } from './session-owner.ts';

/**
 * Ends a session of the requesting user, or for administrators of any user; others get `not-found`. Resolves with the
 * name of its user.
 */
export async function endOneSession(
  { db }: SessionService,
  { user }: RequestSession,
  idHash: string,
): Promise<string> {
  const ownedBy = user.perm.admin ? undefined : user.id;
  const owner = await db.write(async (tx) => {
    const userId = await endSession(tx, idHash, { ownedBy });
    return userId === undefined ? undefined : findUserById(tx, userId);
  });
  if (owner === undefined) throw new AppError('not-found', 'no such session');
  return owner.username;
}

/** Ends all sessions of a user except the requesting one. Resolves with the user. */
export async function endSessionsOf(
  { db }: SessionService,
  asker: RequestSession,
  userId: number,
): Promise<StoredUser> {
  const owner = await requireSessionOwner(db.read, asker, userId);
  await db.write((tx) => endSessionsOfUser(tx, userId, { except: asker.sessionIdHash }), {
    isIdempotent: true,
  });
  return owner;
}
