import { prefixed, withoutPrefix, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { Actor } from './actor.ts';

/** Converts a path as the actor sees it to one counted from the root of the server. */
export function toTreePath(actor: Actor, seen: TreePath): TreePath {
  return prefixed(actor.root, seen);
}

/** Converts a path back for replies. Throws `forbidden` for a path that the actor cannot see. */
export function toActorPath(actor: Actor, path: TreePath): TreePath {
  const seen = withoutPrefix(actor.root, path);
  if (seen === undefined) throw new AppError('forbidden', 'outside the scope');
  return seen;
}
