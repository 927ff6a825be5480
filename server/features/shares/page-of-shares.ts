import { foldText } from '#contract/fold-text.ts';
import type { Order } from '#contract/pages.ts';
import type { Share, ShareColumn } from '#contract/shares.ts';
import type { RequestSession } from '../../access/authenticator.ts';
import type { Page, PageAsked } from '../../http/list-pages.ts';
import { SLICE_ROWS } from '../../metadata/batches.ts';
import type { Reader } from '../../metadata/database.ts';
import { countActiveShares, type SharesSearch } from '../../metadata/share-slices.ts';
import { sharesByOwnerName, sharesInOrder } from '../../metadata/shares-in-order.ts';
import type { StoredShare } from '../../metadata/shares.ts';
import { listedOwnerOf, showAll } from './list-shares.ts';
import { ShareOwners } from './share-owners.ts';
import { ownedPositionIn, positionAt, positionText } from './share-positions.ts';
import { requireSharing, type ShareOwner, type ShareService } from './shares.ts';
import { pathForOwner } from './show-share.ts';

/**
 * Lists a page of the user's own shares, or of all shares for administrators who have not asked for their own ones. `search` is looked for in paths and, for administrators,
 * in the names of owners.
 */
export async function pageOfShares(
  service: ShareService,
  asker: RequestSession,
  asked: PageAsked<ShareColumn> & { readonly onlyOwn: boolean },
): Promise<Page<Share>> {
  requireSharing(asker);
  const { read } = service.db;
  const userId = listedOwnerOf(asker, asked);
  const whose: SharesSearch = { userId, nowMs: Date.now() };
  const order = orderFor(userId, asked.order);
  const owners = new ShareOwners(service);
  const isWanted = filterFor(asker, foldText(asked.search.trim()));
  const found: StoredShare[] = [];
  for await (const shares of await sharesAfter(read, whose, { order, after: asked.after })) {
    const known = await owners.of(shares);
    found.push(...shares.filter((share) => isWanted(share, known.get(share.userId))));
    if (found.length > asked.limit) break;
  }
  const shares = found.slice(0, asked.limit);
  const items: Share[] = [];
  for (let from = 0; from < shares.length; from += SLICE_ROWS) {
    const some = shares.slice(from, from + SLICE_ROWS);
    items.push(...(await showAll(service, asker, { shares: some, owners })));
  }
  const last = found.length > shares.length ? shares.at(-1) : undefined;
  const owner = last && (await owners.of([last])).get(last.userId);
  const next = last && owner && positionText({ ...last, username: owner.user.username }, order.by);
  return { items, total: await countActiveShares(read, whose), next };
}

/** Shares of one user have the same owner, so they are sorted by expiry instead. */
function orderFor(
  userId: number | undefined,
  { by, isAscending }: Order<ShareColumn>,
): Order<ShareColumn> {
  return { by: by === 'owner' && userId !== undefined ? 'expire' : by, isAscending };
}

async function sharesAfter(
  db: Reader,
  whose: SharesSearch,
  { order: { by, isAscending }, after }: { order: Order<ShareColumn>; after: string | undefined },
): Promise<AsyncIterable<StoredShare[]>> {
  if (by === 'owner') {
    const from = after === undefined ? undefined : ownedPositionIn(after);
    return sharesByOwnerName(db, { nowMs: whose.nowMs, order: { by, isAscending }, from });
  }
  const from = after === undefined ? undefined : await positionAt(db, by, after);
  return sharesInOrder(db, { ...whose, order: { by, isAscending }, from });
}

function filterFor(
  { user }: RequestSession,
  wanted: string,
): (share: StoredShare, owner: ShareOwner | undefined) => boolean {
  return (share, owner) => {
    if (owner === undefined) return false;
    if (wanted === '') return true;
    if (foldText(pathForOwner(share, owner.user)).includes(wanted)) return true;
    return user.perm.admin && foldText(owner.user.username).includes(wanted);
  };
}
