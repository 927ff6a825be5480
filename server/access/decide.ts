import { isWithin, withoutPrefix, type TreePath } from '#contract/paths.ts';
import { NEEDED_PERMISSION, type FileAction } from '#contract/permissions.ts';
import type { RefusalReason } from '#contract/rules.ts';
import { AppError } from '../errors.ts';
import type { Actor, Visibility } from './actor.ts';
import { foldCase } from './fold-case.ts';

export type Decision = 'allowed' | RefusalReason;

/**
 * Decides whether an actor may do an action at a path, counted from the root of the server. A pure function, evaluated for every entry of a
 * walk, and again for the path behind a symlink.
 */
export function decide(actor: Actor, action: FileAction, path: TreePath): Decision {
  const seen = decideVisibility(actor, path);
  if (seen !== 'allowed') return seen;
  const needed = NEEDED_PERMISSION[action];
  return needed === undefined || actor.permissions.has(needed) ? 'allowed' : 'permission';
}

/** Decides by scope, rules and hidden names alone. The last rule that matches counts; without one, the path is visible. */
export function decideVisibility(visibility: Visibility, path: TreePath): Decision {
  if (!isWithin(visibility.root, path)) return 'scope';
  const asSeen = withoutPrefix(visibility.home, path);
  if (asSeen === undefined) return 'scope';
  if (isProtected(visibility, path)) return 'protected';
  if (visibility.hideDotfiles && hasHiddenName(visibility.root, path)) return 'hidden';
  return visibility.rules.allows(asSeen) ? 'allowed' : 'rule';
}

/**
 * Returns true when a name of `path` below the root of the viewer begins with a dot. Entries in a hidden folder are hidden, too. The root
 * itself (a scope or a shared item) may have any name.
 */
function hasHiddenName(root: TreePath, path: TreePath): boolean {
  return withoutPrefix(root, path)?.includes('/.') ?? false;
}

/** Returns the index of the rule that decides about a path, if one does. */
export function decidingRule(visibility: Visibility, path: TreePath): number | undefined {
  const asSeen = withoutPrefix(visibility.home, path);
  return asSeen && visibility.rules.decidingRule(asSeen);
}

function isProtected({ protectedPlaces }: Visibility, path: TreePath): boolean {
  return protectedPlaces.size > 0 && protectedPlaces.has(foldCase(path));
}

/** Throws `forbidden` unless the action is allowed. The error is the same for every reason, so that a reply reveals none. */
export function requireAccess(actor: Actor, action: FileAction, path: TreePath): void {
  const decision = decide(actor, action, path);
  if (decision !== 'allowed') throw new AppError('forbidden', `${action}: ${decision}`);
}
