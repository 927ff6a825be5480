import type { Share } from '#contract/shares.ts';
import type { RequestSession } from '../../access/authenticator.ts';
import { toTreePath } from '../../access/actor-paths.ts';
import type { AskedPath } from '../../http/request.ts';
import { mapLimited } from '../../lib/map-limited.ts';
import type { StoredShare } from '../../metadata/shares.ts';
import { sharesAt, sharesByOwner } from '../../metadata/share-slices.ts';
import { checkShare, type CheckedShare } from './check-share.ts';
import { ShareOwners } from './share-owners.ts';
import { resolveName } from '../../tree/authorize.ts';
import { requireSharing, type ShareOwner, type ShareService } from './shares.ts';
import { showShare } from './show-share.ts';

/** Number of items that are checked at once. */
const CHECKED_AT_ONCE = 16;

/** Selects whose shares an administrator wants to see. */
export interface OwnersWanted {
  readonly onlyOwn: boolean;
}

/** Lists the caller's shares in slices, or those of all users for administrators. */
export async function* listAllShares(
  service: ShareService,
  asker: RequestSession,
  wanted: OwnersWanted,
): AsyncGenerator<Share[]> {
  requireSharing(asker);
  const owners = new ShareOwners(service);
  const asked = { userId: listedOwnerOf(asker, wanted), nowMs: Date.now() };
  for await (const shares of sharesByOwner(service.db.read, asked)) {
    yield showAll(service, asker, { shares, owners });
  }
}

/**
 * Lists the shares of one item, which may no longer exist. Administrators see all shares; other users see their own shares
 * that were created with the same address, with or without a trailing slash, as File Browser 2 clients expect.
 */
export async function* listSharesOf(
  service: ShareService,
  asker: RequestSession,
  { path, trailingSlash }: AskedPath,
): AsyncGenerator<Share[]> {
  requireSharing(asker);
  const { actor, user } = asker;
  const resolvedPath = await resolveName(service.tree, actor, toTreePath(actor, path));
  const isShown = ({ userId, isFolder }: StoredShare): boolean =>
    user.perm.admin || (userId === user.id && isFolder === trailingSlash);
  const owners = new ShareOwners(service);
  for await (const shares of sharesAt(service.db.read, resolvedPath, Date.now())) {
    yield showAll(service, asker, { shares: shares.filter(isShown), owners });
  }
}

/** Returns the ID of the owner whose shares are listed; undefined for the shares of all users. */
export function listedOwnerOf(
  { user }: RequestSession,
  { onlyOwn }: OwnersWanted,
): number | undefined {
  return user.perm.admin && !onlyOwn ? undefined : user.id;
}

/** Shows shares to a user who may see them, in their order, without those whose owners were deleted meanwhile. */
export async function showAll(
  service: ShareService,
  asker: RequestSession,
  { shares, owners }: { readonly shares: readonly StoredShare[]; readonly owners: ShareOwners },
): Promise<Share[]> {
  const known = await owners.of(shares);
  const shown = await mapLimited(shares, CHECKED_AT_ONCE, async (share) => {
    const owner = known.get(share.userId);
    if (owner === undefined) return undefined;
    const checked = await checkForList(service, share, owner);
    return showShare(share, checked, { owner: owner.user, asker });
  });
  return shown.filter((share) => share !== undefined);
}

/** Checks the item of a share. Treats it as missing when the disk fails, so that users can still list and delete the share. */
async function checkForList(
  { tree, log }: ShareService,
  share: StoredShare,
  { actor }: ShareOwner,
): Promise<CheckedShare> {
  return checkShare(tree, share, actor).catch((error: unknown) => {
    log.warn({ err: error, path: share.path }, 'the item of a share could not be checked');
    return { kind: 'gone' } as const;
  });
}
