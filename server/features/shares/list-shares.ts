import { foldText } from '#contract/fold-text.ts';
import type { Share } from '#contract/shares.ts';
import type { SignedIn } from '../../access/authenticator.ts';
import { locate } from '../../access/locate.ts';
import { AppError } from '../../errors.ts';
import type { Page, PageAsked } from '../../http/list-pages.ts';
import type { AskedPath } from '../../http/request.ts';
import { mapLimited } from '../../lib/map-limited.ts';
import { SLICE_ROWS } from '../../metadata/batches.ts';
import type { StoredShare } from '../../metadata/shares.ts';
import {
  countLivingShares,
  sharesAt,
  sharesByEnd,
  sharesByOwner,
  type ShareEnd,
} from '../../metadata/share-slices.ts';
import { judgeShare, type JudgedShare } from './judge-share.ts';
import { Owners } from './owners.ts';
import { placeOfName } from './share-place.ts';
import { requireSharing, type ShareOwner, type ShareService } from './shares.ts';
import { pathForOwner, showShare } from './show-share.ts';

/** So many items are looked for at once. */
const JUDGED_AT_ONCE = 16;

/** One's own shares, slice by slice; an administrator sees everybody's. */
export async function* listAllShares(
  service: ShareService,
  asker: SignedIn,
): AsyncGenerator<Share[]> {
  requireSharing(asker);
  const owners = new Owners(service);
  const asked = { userId: ownOf(asker), nowMs: Date.now() };
  for await (const shares of sharesByOwner(service.db.read, asked)) {
    yield showAll(service, asker, { shares, owners });
  }
}

/** Some of the same shares by their end, permanent ones first. `search` is looked for in paths and in names of owners. */
export async function pageOfShares(
  service: ShareService,
  asker: SignedIn,
  { limit, after, search = '' }: PageAsked,
): Promise<Page<Share>> {
  requireSharing(asker);
  const { read } = service.db;
  const owners = new Owners(service);
  const asked = { userId: ownOf(asker), nowMs: Date.now(), from: endIn(after) };
  const wanted = foldText(search.trim());
  const found: StoredShare[] = [];
  for await (const shares of sharesByEnd(read, asked)) {
    if (wanted === '') found.push(...shares);
    else {
      const known = await owners.of(shares);
      found.push(
        ...shares.filter((share) => matches(share, known.get(share.userId), { wanted, asker })),
      );
    }
    if (found.length > limit) break;
  }
  const shares = found.slice(0, limit);
  const items: Share[] = [];
  for (let from = 0; from < shares.length; from += SLICE_ROWS) {
    const some = shares.slice(from, from + SLICE_ROWS);
    items.push(...(await showAll(service, asker, { shares: some, owners })));
  }
  const last = found.length > shares.length ? shares.at(-1) : undefined;
  const total = await countLivingShares(read, asked);
  return { items, total, next: last && `${last.expire}.${last.hash}` };
}

/**
 * The shares of one item, also of one that is gone. Administrators see everybody's; others their own that were asked for in the
 * same way, with a slash at the end or without: clients of the predecessor count on it.
 */
export async function* listSharesOf(
  service: ShareService,
  asker: SignedIn,
  { path, trailingSlash }: AskedPath,
): AsyncGenerator<Share[]> {
  requireSharing(asker);
  const { actor, user } = asker;
  const place = await placeOfName(service.tree, actor, locate(actor, path));
  const isShown = ({ userId, isFolder }: StoredShare): boolean =>
    user.perm.admin || (userId === user.id && isFolder === trailingSlash);
  const owners = new Owners(service);
  for await (const shares of sharesAt(service.db.read, place, Date.now())) {
    yield showAll(service, asker, { shares: shares.filter(isShown), owners });
  }
}

/** Whose shares are listed; undefined for everybody's. */
function ownOf({ user }: SignedIn): number | undefined {
  return user.perm.admin ? undefined : user.id;
}

function endIn(after: string | undefined): ShareEnd | undefined {
  if (after === undefined) return undefined;
  const [, expire, hash] = /^([0-9]{1,15})\.([\w-]{1,100})$/.exec(after) ?? [];
  if (expire === undefined || hash === undefined) {
    throw new AppError('invalid-request', 'after: is not what the page before has told');
  }
  return { expire: Number(expire), hash };
}

function matches(
  share: StoredShare,
  owner: ShareOwner | undefined,
  { wanted, asker }: { readonly wanted: string; readonly asker: SignedIn },
): boolean {
  if (owner === undefined) return false;
  if (foldText(pathForOwner(share, owner.user)).includes(wanted)) return true;
  return asker.user.perm.admin && foldText(owner.user.username).includes(wanted);
}

async function showAll(
  service: ShareService,
  asker: SignedIn,
  { shares, owners }: { readonly shares: readonly StoredShare[]; readonly owners: Owners },
): Promise<Share[]> {
  const known = await owners.of(shares);
  const shown = await mapLimited(shares, JUDGED_AT_ONCE, async (share) => {
    const owner = known.get(share.userId);
    if (owner === undefined) return undefined;
    const judged = await judgeInList(service, share, owner);
    return showShare(share, judged, { owner: owner.user, asker });
  });
  return shown.filter((share) => share !== undefined);
}

/** A disk that fails must not keep anybody from seeing their shares, and deleting them. */
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
