import type { SignedIn } from '../../access/authenticator.ts';
import { AppError } from '../../errors.ts';
import { endSession, endSessionsOfUser, findLiveSession } from '../../metadata/sessions.ts';
import type { StoredUser } from '../../metadata/users.ts';
import type { SessionService } from './sessions.ts';
import { requireUserOf } from './whose-sessions.ts';

/** Ends one session and resolves with its user. Others than administrators can end only their own; the rest is `not-found`. */
export async function endOneSession(
  { db }: SessionService,
  { user }: SignedIn,
  idHash: string,
): Promise<StoredUser | undefined> {
  const ownedBy = user.perm.admin ? undefined : user.id;
  const found = await findLiveSession(db.read, idHash, Date.now());
  const hasEnded = await db.write((tx) => endSession(tx, idHash, { ownedBy }));
  if (hasEnded) return found?.user;
  throw new AppError('not-found', 'no such session');
}

/** Ends all sessions of a user but the one that asks. Resolves with the user. */
export async function endSessionsOf(
  { db }: SessionService,
  asker: SignedIn,
  userId: number,
): Promise<StoredUser> {
  const owner = await requireUserOf(db.read, asker, userId);
  await db.write((tx) => endSessionsOfUser(tx, userId, { except: asker.sessionIdHash }), {
    isIdempotent: true,
  });
  return owner;
}
