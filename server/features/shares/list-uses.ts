import type { ShareUse, ShareUses } from '#contract/shares.ts';
import type { RequestSession } from '../../access/authenticator.ts';
import { AppError } from '../../errors.ts';
import { listShareUses, type StoredShareUse } from '../../metadata/share-uses.ts';
import { requireShare, requireSharing, type ShareService } from './shares.ts';

const USES_A_PAGE = 50;

/** Lists the newest uses of a share, or those before the use with the ID `before`; the newest first. */
export async function listUses(
  service: ShareService,
  asker: RequestSession,
  { hash, before }: { readonly hash: string; readonly before: string | undefined },
): Promise<ShareUses> {
  requireSharing(asker);
  const page = { before: idOf(before), limit: USES_A_PAGE + 1 };
  const share = await requireShare(service, asker, hash);
  const found = await listShareUses(service.db.read, share.hash, page);
  return { uses: found.slice(0, USES_A_PAGE).map(showUse), more: found.length > USES_A_PAGE };
}

function idOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  throw new AppError('invalid-request', 'before has to be the id of a use');
}

function showUse({ id, kind, at, address, path, bytes, whole }: StoredShareUse): ShareUse {
  return { id, kind, time: new Date(at).toISOString(), address, path, bytes, whole };
}
