import { prefixed, withoutPrefix, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { Actor } from './actor.ts';

/** From what the actor sees as a path to the place counted from the server's root. */
export function toTreePath(actor: Actor, seen: TreePath): TreePath {
  return prefixed(actor.root, seen);
}

/** The way back, for replies; `forbidden` for what the actor cannot see at all. */
export function toActorPath(actor: Actor, path: TreePath): TreePath {
  const seen = withoutPrefix(actor.root, path);
  if (seen === undefined) throw new AppError('forbidden', 'outside the scope');
  return seen;
}
