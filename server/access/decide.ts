import { nameOf, withoutPrefix, type TreePath } from '#contract/paths.ts';
import { NEEDED_PERMISSION, type FileAction } from '#contract/permissions.ts';
import { AppError } from '../errors.ts';
import { foldCase, type Actor, type Visibility } from './actor.ts';

export type Decision = 'allowed' | 'outside' | 'hidden' | 'missing-permission';

/**
 * May `actor` do `action` at `path` (counted from the server's root)? Pure and asked afresh every time:
 * for every entry of a walk, and again at the place a link leads to.
 */
export function decide(actor: Actor, action: FileAction, path: TreePath): Decision {
  const seen = judgeSight(actor, path);
  if (seen !== 'allowed') return seen;
  const needed = NEEDED_PERMISSION[action];
  return needed === undefined || actor.permissions.has(needed) ? 'allowed' : 'missing-permission';
}

/** Scope, rules and hidden names alone. The last rule that matches decides; without one a path is open. */
export function judgeSight(visibility: Visibility, path: TreePath): Decision {
  const asSeen = withoutPrefix(visibility.home, path);
  if (asSeen === undefined) return 'outside';
  if (isProtected(visibility, path)) return 'hidden';
  if (visibility.hideDotfiles && nameOf(asSeen).startsWith('.')) return 'hidden';
  const deciding = visibility.rules.findLast((rule) => rule.matches(asSeen));
  return (deciding?.allow ?? true) ? 'allowed' : 'hidden';
}

function isProtected({ protectedPlaces }: Visibility, path: TreePath): boolean {
  return protectedPlaces.size > 0 && protectedPlaces.has(foldCase(path));
}

/** Refuses with `forbidden`, whichever of the reasons it is: the reply must not tell them apart. */
export function requireAccess(actor: Actor, action: FileAction, path: TreePath): void {
  const decision = decide(actor, action, path);
  if (decision !== 'allowed') throw new AppError('forbidden', `${action}: ${decision}`);
}
