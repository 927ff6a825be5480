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

/** Services that shares need. */
export interface ShareService {
  readonly tree: Tree;
  readonly db: Database;
  readonly protectedPaths: readonly TreePath[];
  readonly log: Logger;
}

/** An owner of shares and their current access; `actor` is undefined when their scope is not a valid path. */
export interface ShareOwner {
  readonly user: StoredUser;
  readonly actor: Actor | undefined;
}

/** Returns the current facts that are the same for all owners. */
export async function commonView({ db, tree, protectedPaths }: ShareService): Promise<CommonView> {
  const { rules } = await readGlobalSettings(db.read);
  const foldsCase = !tree.driver.features.caseSensitive;
  return { globalRules: rules, protectedPaths, foldsCase };
}

/** Throws `forbidden` unless the user may share. */
export function requireSharing({ actor }: RequestSession): void {
  if (!canShare(actor))
    throw new AppError('forbidden', 'the permission to share or to download is missing');
}

/** Returns an active share of the caller, or of any user for administrators. Throws `not-found` or `forbidden`. */
export async function requireShare(
  { db }: ShareService,
  { user }: RequestSession,
  hash: string,
): Promise<StoredShare> {
  const share = await findShare(db.read, hash, Date.now());
  if (share === undefined) throw noSuchShare();
  if (share.userId !== user.id && !user.perm.admin) {
    throw new AppError('forbidden', 'the share belongs to another user');
  }
  return share;
}

/** Returns the owner of a share. Throws `not-found` for a deleted user. */
export async function requireOwner(service: ShareService, share: StoredShare): Promise<ShareOwner> {
  const user = await findUserById(service.db.read, share.userId);
  if (user === undefined) throw noSuchShare();
  return { user, actor: actorOfUser(user, await commonView(service)) };
}

export function noSuchShare(): AppError {
  return new AppError('not-found', 'the share does not exist or has expired');
}
