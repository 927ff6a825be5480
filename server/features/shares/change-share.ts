import type { TreePath } from '#contract/paths.ts';
import type { Share } from '#contract/shares.ts';
import type { RequestSession } from '../../access/authenticator.ts';
import { findShare, setShareLimits } from '../../metadata/shares.ts';
import { checkShare } from './check-share.ts';
import { hashSharePassword } from './share-password.ts';
import {
  noSuchShare,
  requireOwner,
  requireShare,
  requireSharing,
  type ShareService,
} from './shares.ts';
import { showShare } from './show-share.ts';

export interface ShareChanges {
  /** The new password in plain text; '' removes it, undefined keeps it. */
  readonly password: string | undefined;
  /** The new expiry in Unix seconds; 0 for none, undefined keeps it. */
  readonly expire: number | undefined;
}

/**
 * Changes when a share ends, and its password: one of the user's own, or any share for an administrator. A new password
 * makes earlier tokens invalid. What is kept may be changed by another request in the meantime. Throws `not-found` or `forbidden`.
 */
export async function changeShare(
  service: ShareService,
  asker: RequestSession,
  hash: string,
  { password, expire }: ShareChanges,
): Promise<{ readonly shown: Share; readonly path: TreePath }> {
  requireSharing(asker);
  const share = await requireShare(service, asker, hash);
  const { user, actor } = await requireOwner(service, share);
  const passwordHash =
    password === undefined
      ? undefined
      : password === ''
        ? null
        : await hashSharePassword(asker.actor.account, password);
  const changed = await service.db.write(async (tx) => {
    await setShareLimits(tx, hash, { expire, passwordHash });
    return findShare(tx, hash, Date.now());
  });
  if (changed === undefined) throw noSuchShare();
  const checked = await checkShare(service.tree, changed, actor);
  return { shown: showShare(changed, checked, { owner: user, asker }), path: changed.path };
}
