import type { TreePath } from '#contract/paths.ts';
import type { Share } from '#contract/shares.ts';
import type { SignedIn } from '../../access/authenticator.ts';
import { AppError } from '../../errors.ts';
import { setShareItem } from '../../metadata/shares.ts';
import { notFound } from '../../tree/resolve-entry.ts';
import { judgeShare, markOf } from './judge-share.ts';
import { requireOwner, requireShare, requireSharing, type ShareService } from './shares.ts';
import { showShare } from './show-share.ts';

/** What is there now by the name of a link's item is meant: the link leads to it from now on, if its owner may share it. */
export async function adoptItem(
  service: ShareService,
  asker: SignedIn,
  hash: string,
): Promise<{ readonly shown: Share; readonly place: TreePath }> {
  requireSharing(asker);
  const share = await requireShare(service, asker, hash);
  const { user, actor } = await requireOwner(service, share);
  const judged = await judgeShare(service.tree, share, actor);
  if (judged.kind === 'gone') throw notFound();
  if (judged.kind === 'refused' || actor === undefined) {
    throw new AppError('forbidden', 'the owner of the link may not share this');
  }
  const { item } = judged;
  if (judged.kind === 'replaced') {
    await service.db.write((tx) => setShareItem(tx, share.hash, markOf(item)), {
      isIdempotent: true,
    });
  }
  const shown = showShare(share, { kind: 'live', owner: actor, item }, { owner: user, asker });
  return { shown, place: share.place };
}
