import type { TreePath } from '#contract/paths.ts';
import { NEEDED_PERMISSION, type FileAction } from '#contract/permissions.ts';
import { AppError } from '../errors.ts';
import { type Decision, decideVisibility } from '../policy/visibility.ts';
import type { Actor } from './actor.ts';

/**
 * Decides whether an actor may do an action at a path that starts at the root. A pure function, evaluated for every entry of a
 * walk, and again for the path behind a symlink.
 */
export function decide(actor: Actor, action: FileAction, path: TreePath): Decision {
  const seen = decideVisibility(actor, path);
  if (seen !== 'allowed') return seen;
  const needed = NEEDED_PERMISSION[action];
  return needed === undefined || actor.permissions.has(needed) ? 'allowed' : 'permission';
}

/** Throws `forbidden` unless the action is allowed. Its message names the reason for the log; replies do not contain it. */
export function requireAccess(actor: Actor, action: FileAction, path: TreePath): void {
  const decision = decide(actor, action, path);
  if (decision !== 'allowed') throw new AppError('forbidden', `${action}: ${decision}`);
}
