import { nameOf, withoutPrefix } from '#contract/paths.ts';
import type { Share } from '#contract/shares.ts';
import { homeOfScope } from '../../access/actor.ts';
import type { RequestSession } from '../../access/authenticator.ts';
import type { StoredShare } from '../../metadata/shares.ts';
import type { StoredUser } from '../../metadata/users.ts';
import type { CheckedShare } from './check-share.ts';

export interface ShownTo {
  readonly owner: StoredUser;
  readonly asker: RequestSession;
}

/** Returns a share without its password and without the resolved path of its item. */
export function showShare(
  share: StoredShare,
  checked: CheckedShare,
  { owner, asker }: ShownTo,
): Share {
  const isDir = 'item' in checked ? checked.item.stat.kind === 'folder' : share.isFolder;
  return {
    hash: share.hash,
    path: pathForOwner(share, owner),
    userID: share.userId,
    expire: share.expire,
    hasPassword: share.passwordHash !== undefined,
    ...(asker.user.perm.admin && { username: owner.username }),
    state: checked.kind,
    isDir,
    created: new Date(share.createdAt).toISOString(),
    opened: share.opened,
    downloaded: share.downloaded,
    ...(share.lastUsedAt !== undefined && {
      lastUsed: new Date(share.lastUsedAt).toISOString(),
    }),
  };
}

/** Returns the path as the owner sees it; only the name of an item outside their current home. */
export function pathForOwner({ path, isFolder }: StoredShare, { scope }: StoredUser): string {
  const home = homeOfScope(scope);
  const shown = (home && withoutPrefix(home, path)) ?? `/${nameOf(path)}`;
  return isFolder && shown !== '/' ? `${shown}/` : shown;
}
