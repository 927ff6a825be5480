import { randomBytes } from 'node:crypto';
import type { Share } from '#contract/shares.ts';
import type { RequestSession } from '../../access/authenticator.ts';
import { toTreePath } from '../../access/actor-paths.ts';
import { AppError } from '../../errors.ts';
import type { AskedPath } from '../../http/request.ts';
import { countShares, insertShare } from '../../metadata/shares.ts';
import { authorizeEntry, authorizeName } from '../../tree/authorize.ts';
import { PathIsLocked } from '../../tree/path-locks.ts';
import { fingerprintOf } from './check-share.ts';
import { hashSharePassword } from './share-password.ts';
import { requireSharing, type ShareService } from './shares.ts';
import { showShare } from './show-share.ts';

/** Length of the hash of a share in bytes: 128 bits cannot be guessed. */
const HASH_BYTES = 16;

/** Maximum number of active shares of one user, because a list opens the item of each share. */
const MAX_SHARES = 10_000;

export interface NewShareInput extends AskedPath {
  /** The password in plain text; '' for none. */
  readonly password: string;
  /** Expiry in Unix seconds; 0 for none. */
  readonly expire: number;
}

/**
 * Shares an item. Throws `not-found`; `forbidden` if the caller may not share, or not download the item; `invalid-request` above the maximum
 * number of shares; `locked` while an operation changes the item; `too-many-requests` while too many passwords are being hashed.
 */
export async function createShare(
  { tree, db }: ShareService,
  asker: RequestSession,
  { path, trailingSlash, password, expire }: NewShareInput,
): Promise<Share> {
  requireSharing(asker);
  const { actor, user } = asker;
  const asked = toTreePath(actor, path);
  await authorizeEntry(tree, actor, 'download', asked);
  // The share stores the path of the item itself, with parent folders resolved. A rule may deny that path although it allows the requested one.
  const resolvedPath = await authorizeName(tree, actor, 'download', asked);
  const passwordHash =
    password === '' ? undefined : await hashSharePassword(actor.account, password);
  // Prevents moving the item while the share is stored.
  return tree.locks.write([resolvedPath], async () => {
    const item = await authorizeEntry(tree, actor, 'download', asked);
    // A symlink above the item may have changed meanwhile.
    if ((await authorizeName(tree, actor, 'download', asked)) !== resolvedPath)
      throw new PathIsLocked();
    const share = await db.write(async (tx) => {
      const now = Date.now();
      if ((await countShares(tx, { userId: user.id, nowMs: now })) >= MAX_SHARES) throw tooMany();
      return insertShare(tx, {
        hash: randomBytes(HASH_BYTES).toString('base64url'),
        userId: user.id,
        path: resolvedPath,
        isFolder: trailingSlash,
        item: fingerprintOf(item),
        passwordHash,
        expire,
        createdAt: now,
      });
    });
    return showShare(share, { kind: 'live', owner: actor, item }, { owner: user, asker });
  });
}

function tooMany(): AppError {
  return new AppError('invalid-request', `more than ${MAX_SHARES} shares`, {
    refusal: { code: 'too-many', about: MAX_SHARES },
  });
}
