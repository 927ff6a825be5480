import type { Share } from '#contract/shares.ts';
import type { SignedIn } from '../../access/authenticator.ts';
import { locate } from '../../access/locate.ts';
import type { AskedPath } from '../../http/request.ts';
import { mapLimited } from '../../lib/map-limited.ts';
import { listShares, listSharesAt, type StoredShare } from '../../metadata/shares.ts';
import { listUsers } from '../../metadata/users.ts';
import { judgeShare, type JudgedShare } from './judge-share.ts';
import { placeOfName } from './share-place.ts';
import { ownersOf, requireSharing, type ShareOwner, type ShareService } from './shares.ts';
import { showShare } from './show-share.ts';

/** So many items are looked for at once. */
const JUDGED_AT_ONCE = 16;

/** One's own links; an administrator sees everybody's. */
export async function listAllShares(service: ShareService, asker: SignedIn): Promise<Share[]> {
  requireSharing(asker);
  const { user } = asker;
  const userId = user.perm.admin ? undefined : user.id;
  const shares = await listShares(service.db.read, { userId, nowMs: Date.now() });
  return showAll(service, asker, shares);
}

/**
 * The links of one item, also of one that is gone. Administrators see everybody's; others their own that were asked for in the
 * same way, with a slash at the end or without: clients of the predecessor count on it.
 */
export async function listSharesOf(
  service: ShareService,
  asker: SignedIn,
  { path, trailingSlash }: AskedPath,
): Promise<Share[]> {
  requireSharing(asker);
  const { actor, user } = asker;
  const place = await placeOfName(service.tree, actor, locate(actor, path));
  const shares = await listSharesAt(service.db.read, place, Date.now());
  const isShown = ({ userId, isFolder }: StoredShare): boolean =>
    user.perm.admin || (userId === user.id && isFolder === trailingSlash);
  return showAll(service, asker, shares.filter(isShown));
}

async function showAll(
  service: ShareService,
  asker: SignedIn,
  shares: readonly StoredShare[],
): Promise<Share[]> {
  const { user } = asker;
  const users = user.perm.admin ? await listUsers(service.db.read) : [user];
  const owners = await ownersOf(service, users);
  const shown = await mapLimited(shares, JUDGED_AT_ONCE, async (share) => {
    const owner = owners.get(share.userId);
    // Whoever is deleted meanwhile takes their links along.
    if (owner === undefined) return undefined;
    const judged = await judgeInList(service, share, owner);
    return showShare(share, judged, { owner: owner.user, asker });
  });
  return shown.filter((share) => share !== undefined);
}

/** A disk that fails must not keep anybody from seeing their links, and deleting them. */
async function judgeInList(
  { tree, log }: ShareService,
  share: StoredShare,
  { actor }: ShareOwner,
): Promise<JudgedShare> {
  return judgeShare(tree, share, actor).catch((error: unknown) => {
    log.warn({ err: error, path: share.place }, 'the item of a link could not be looked at');
    return { kind: 'gone' } as const;
  });
}
