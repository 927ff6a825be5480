import type { TreePath } from '#contract/paths.ts';
import { NEEDED_PERMISSION, type FileAction } from '#contract/permissions.ts';
import { AppError } from '../errors.ts';
import type { Actor } from './actor.ts';
import { type Decision, decideVisibility } from '../policy/visibility.ts';

/**
 * May `actor` do `action` at `path` (counted from the server's root)? Pure and asked afresh every time:
 * for every entry of a walk, and again at the place a link leads to.
 */
export function decide(actor: Actor, action: FileAction, path: TreePath): Decision {
  const seen = decideVisibility(actor, path);
  if (seen !== 'allowed') return seen;
  const needed = NEEDED_PERMISSION[action];
  return needed === undefined || actor.permissions.has(needed) ? 'allowed' : 'permission';
}

/** Refuses with `forbidden`, whichever of the reasons it is: the reply must not tell them apart. */
export function requireAccess(actor: Actor, action: FileAction, path: TreePath): void {
  const decision = decide(actor, action, path);
  if (decision !== 'allowed') throw new AppError('forbidden', `${action}: ${decision}`);
}
