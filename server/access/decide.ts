import { isWithin, withoutPrefix, type TreePath } from '#contract/paths.ts';
import { NEEDED_PERMISSION, type FileAction } from '#contract/permissions.ts';
import type { RefusalReason } from '#contract/rules.ts';
import { AppError } from '../errors.ts';
import type { Actor, Visibility } from './actor.ts';
import { foldCase } from './fold-case.ts';

export type Decision = 'allowed' | RefusalReason;

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

/** Scope, rules and hidden names alone. The last rule that matches decides; without one a path is open. */
export function decideVisibility(visibility: Visibility, path: TreePath): Decision {
  if (!isWithin(visibility.root, path)) return 'scope';
  const asSeen = withoutPrefix(visibility.home, path);
  if (asSeen === undefined) return 'scope';
  if (isProtected(visibility, path)) return 'protected';
  if (visibility.hideDotfiles && hasHiddenName(visibility.root, path)) return 'hidden';
  return visibility.rules.allows(asSeen) ? 'allowed' : 'rule';
}

/**
 * Returns whether a name of `path` below the viewer's root begins with a dot. What lies in a hidden folder is hidden too;
 * the root itself (a user's scope, or a shared item) may have any name.
 */
function hasHiddenName(root: TreePath, path: TreePath): boolean {
  return withoutPrefix(root, path)?.includes('/.') ?? false;
}

/** Which of the rules decides about a path, if one does: the place in the list of them all. */
export function decidingRule(visibility: Visibility, path: TreePath): number | undefined {
  const asSeen = withoutPrefix(visibility.home, path);
  return asSeen && visibility.rules.decidingRule(asSeen);
}

function isProtected({ protectedPlaces }: Visibility, path: TreePath): boolean {
  return protectedPlaces.size > 0 && protectedPlaces.has(foldCase(path));
}

/** Refuses with `forbidden`, whichever of the reasons it is: the reply must not tell them apart. */
export function requireAccess(actor: Actor, action: FileAction, path: TreePath): void {
  const decision = decide(actor, action, path);
  if (decision !== 'allowed') throw new AppError('forbidden', `${action}: ${decision}`);
}
