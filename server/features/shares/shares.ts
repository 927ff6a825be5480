import { actorOfUser, type Actor, type CommonView } from '../../access/actor.ts';
import type { RequestSession } from '../../access/authenticator.ts';
import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { Database } from '../../metadata/database.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import { findShare, type StoredShare } from '../../metadata/shares.ts';
import { findUserById, type StoredUser } from '../../metadata/users.ts';
import type { Tree } from '../../tree/tree.ts';
import { canShare } from './check-share.ts';

/** What the calls about links need. */
export interface ShareService {
  readonly tree: Tree;
  readonly db: Database;
  readonly protectedPlaces: readonly TreePath[];
  readonly log: Logger;
}

/** A user with links, and what they may do now; `actor` is undefined where their scope is no path we accept. */
export interface ShareOwner {
  readonly user: StoredUser;
  readonly actor: Actor | undefined;
}

export async function commonView({ db, tree, protectedPlaces }: ShareService): Promise<CommonView> {
  const { rules } = await readGlobalSettings(db.read);
  const foldsCase = !tree.driver.features.caseSensitive;
  return { globalRules: rules, protectedPlaces, foldsCase };
}

/** Every call about links asks this first. */
export function requireSharing({ actor }: RequestSession): void {
  if (!canShare(actor)) throw new AppError('forbidden', 'share or download is missing');
}

/** A living link of whoever asks, or anybody's for an administrator: `not-found`, or `forbidden`. */
export async function requireShare(
  { db }: ShareService,
  { user }: RequestSession,
  hash: string,
): Promise<StoredShare> {
  const share = await findShare(db.read, hash, Date.now());
  if (share === undefined) throw noSuchShare();
  if (share.userId !== user.id && !user.perm.admin) {
    throw new AppError('forbidden', 'the link of somebody else');
  }
  return share;
}

export async function requireOwner(service: ShareService, share: StoredShare): Promise<ShareOwner> {
  const user = await findUserById(service.db.read, share.userId);
  if (user === undefined) throw noSuchShare();
  return { user, actor: actorOfUser(user, await commonView(service)) };
}

export function noSuchShare(): AppError {
  return new AppError('not-found', 'there is no such link');
}
