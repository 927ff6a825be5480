import type { TreePath } from '#contract/paths.ts';
import type { Share } from '#contract/shares.ts';
import type { RequestSession } from '../../access/authenticator.ts';
import { setShareItem } from '../../metadata/shares.ts';
import { checkShare, fingerprintOf, sharingRefused } from './check-share.ts';
import { requireOwner, requireShare, requireSharing, type ShareService } from './shares.ts';
import { showShare } from './show-share.ts';
import { nothingAtPath } from '../../storage/driver-errors.ts';

/** Makes a share lead to the item that replaced the shared one, if the owner may share it. */
export async function adoptItem(
  service: ShareService,
  asker: RequestSession,
  hash: string,
): Promise<{ readonly shown: Share; readonly path: TreePath }> {
  requireSharing(asker);
  const share = await requireShare(service, asker, hash);
  const { user, actor } = await requireOwner(service, share);
  const checked = await checkShare(service.tree, share, actor);
  if (checked.kind === 'gone') throw nothingAtPath();
  if (checked.kind === 'refused' || actor === undefined) {
    throw sharingRefused();
  }
  const { item } = checked;
  if (checked.kind === 'replaced') {
    await service.db.write((tx) => setShareItem(tx, share.hash, fingerprintOf(item)), {
      isIdempotent: true,
    });
  }
  const shown = showShare(share, { kind: 'live', owner: actor, item }, { owner: user, asker });
  return { shown, path: share.path };
}
