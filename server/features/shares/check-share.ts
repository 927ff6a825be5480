import { trashFolderIn } from '#contract/temporary-names.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { StoredShare } from '../../metadata/shares.ts';
import { authorizeEntry, type AuthorizedEntry } from '../../tree/authorize.ts';
import type { Tree } from '../../tree/tree.ts';

/** The current state of a share, according to the tree, the rules and its owner. */
export type CheckedShare =
  | { readonly kind: 'live'; readonly owner: Actor; readonly item: AuthorizedEntry }
  /** `item` is the item that now has the name of the shared one. */
  | { readonly kind: 'replaced'; readonly item: AuthorizedEntry }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused' };

/**
 * Checks a share against what its owner may do now. Nothing is cached, so changed permissions, rules and scopes apply to the
 * next visitor. `owner` is undefined when their scope is not a valid path.
 */
export async function checkShare(
  tree: Tree,
  share: StoredShare,
  owner: Actor | undefined,
): Promise<CheckedShare> {
  if (owner === undefined || !canShare(owner)) return { kind: 'refused' };
  if (trashFolderIn(share.path) !== undefined) return { kind: 'gone' };
  try {
    const item = await authorizeEntry(tree, owner, 'download', share.path);
    const isSame = share.item === undefined || share.item === fingerprintOf(item);
    return isSame ? { kind: 'live', owner, item } : { kind: 'replaced', item };
  } catch (error) {
    return { kind: whyNot(error) };
  }
}

/** Returns the fingerprint of the entry itself, which may be a symlink: a share belongs to that. */
export function fingerprintOf({ stat, symlink }: AuthorizedEntry): string {
  return (symlink ?? stat).fingerprint;
}

/** Sharing requires the permission to download as well. */
export function canShare({ permissions }: Pick<Actor, 'permissions'>): boolean {
  return permissions.has('share') && permissions.has('download');
}

function whyNot(error: unknown): 'gone' | 'refused' {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'not-found') return 'gone';
  if (error.code === 'forbidden') return 'refused';
  throw error;
}

export function sharingRefused(): AppError {
  return new AppError('forbidden', 'the owner may not share the item');
}
