import { isWithin, type TreePath, withoutPrefix } from '#contract/paths.ts';
import type { RefusalReason } from '#contract/rules.ts';
import type { Rule } from '#contract/users.ts';
import { foldCase } from './fold-case.ts';
import { compileRules, type RuleSet } from './rules.ts';

/**
 * What decides what an actor may see, as plain data, so that it can be handed to a worker, which makes
 * it ready with `visibilityOf`.
 */
export interface ViewData {
  /** What is seen as '/', counted from the server's root: nothing outside of it is ever reached. */
  readonly root: TreePath;
  /** Of what a visitor has come for: nothing is reached through what has got its name since (`EntryStat.fingerprint`). */
  readonly rootFingerprint?: string | undefined;
  /** Where the paths of rules are counted from: a visitor's root lies in it, a user's is the same. */
  readonly home: TreePath;
  /** Global rules first, then the user's own. */
  readonly rules: readonly Rule[];
  /** Another case leads to the same file in the tree: rules on paths hold in every case. */
  readonly foldsCase?: boolean | undefined;
  readonly hideDotfiles: boolean;
  /** Files of the server itself that happen to lie in the tree: nobody reaches them through it. */
  readonly protectedPlaces: readonly TreePath[];
}

export interface Visibility {
  readonly root: TreePath;
  readonly rootFingerprint?: string | undefined;
  readonly home: TreePath;
  readonly rules: RuleSet;
  readonly hideDotfiles: boolean;
  /** Folded by `foldCase`. */
  readonly protectedPlaces: ReadonlySet<TreePath>;
}

export function visibilityOf(view: ViewData): Visibility {
  return {
    root: view.root,
    rootFingerprint: view.rootFingerprint,
    home: view.home,
    rules: compileRules(view.rules, view),
    hideDotfiles: view.hideDotfiles,
    protectedPlaces: new Set(view.protectedPlaces.map(foldCase)),
  };
}

export type Decision = 'allowed' | RefusalReason;

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
