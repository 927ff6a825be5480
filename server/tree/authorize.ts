import type { TreePath } from '#contract/paths.ts';
import type { FileAction } from '#contract/permissions.ts';
import type { Actor } from '../access/actor.ts';
import { decide, requireAccess } from '../access/decide.ts';

/** Throws `forbidden` unless the actor may do the action at the path as asked for, before the tree is read. */
export function authorizePath(actor: Actor, action: FileAction, path: TreePath): void {
  requireAccess(actor, action, path);
}

/** Returns whether the actor may do the action at all of the paths. */
export function isAuthorized(
  actor: Actor,
  action: FileAction,
  paths: readonly TreePath[],
): boolean {
  return paths.every((path) => decide(actor, action, path) === 'allowed');
}
