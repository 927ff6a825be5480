import type { RequestSession } from '../../access/authenticator.ts';
import { AppError } from '../../errors.ts';
import { endShare } from '../../metadata/remove-share.ts';
import type { StoredShare } from '../../metadata/shares.ts';
import { noSuchShare, requireShare, requireSharing, type ShareService } from './shares.ts';

/** Ends a share at once: one of the user's own, or any share for an administrator. */
export async function revokeShare(
  service: ShareService,
  asker: RequestSession,
  hash: string,
): Promise<StoredShare> {
  requireSharing(asker);
  if (hash === '') throw new AppError('invalid-request', '');
  const share = await requireShare(service, asker, hash);
  if (!(await endShare(service.db, share.hash))) throw noSuchShare();
  return share;
}
