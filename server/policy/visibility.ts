import { isWithin, prefixed, type TreePath, withoutPrefix } from '#contract/paths.ts';
import type { RefusalReason } from '#contract/rules.ts';
import { trashFolderIn } from '#contract/temporary-names.ts';
import type { Rule } from '#contract/users.ts';
import { foldCase } from './fold-case.ts';
import { compileRules, type RuleSet } from './rules.ts';

/**
 * Facts that decide which paths an actor may see. Plain data, so that it can be sent to a worker thread, which prepares it with
 * `visibilityOf`.
 */
export interface ViewData {
  /** The folder that the actor sees as '/', as a path from the server's root. Nothing outside of it can be reached. */
  readonly root: TreePath;
  /**
   * Fingerprint of the item at `root`, for a visitor or an item in the trash. Another item that has taken its name cannot be reached.
   */
  readonly rootFingerprint?: string | undefined;
  /**
   * The folder that paths of rules are relative to: the same as `root` for a user, and a folder above it for a share
   * visitor.
   */
  readonly home: TreePath;
  /** Present for a view of an item in the trash: access to it is decided as if it were still at its former path. */
  readonly standsFor?: FormerPath | undefined;
  /** Global rules first, then the user's own. */
  readonly rules: readonly Rule[];
  /** True on case-insensitive file systems, where rules apply regardless of case. */
  readonly foldsCase?: boolean | undefined;
  readonly hideDotfiles: boolean;
  /** Files of the server itself inside the root. The tree never gives access to them. */
  readonly protectedPaths: readonly TreePath[];
}

/** The path of an item in the trash, and the path at which it was. */
export interface FormerPath {
  readonly path: TreePath;
  readonly former: TreePath;
}

/** A view that is prepared for `decideVisibility`. */
export interface Visibility {
  readonly root: TreePath;
  readonly rootFingerprint?: string | undefined;
  readonly home: TreePath;
  readonly standsFor?: FormerPath | undefined;
  readonly rules: RuleSet;
  readonly hideDotfiles: boolean;
  /** Folded by `foldCase`. */
  readonly protectedPaths: ReadonlySet<TreePath>;
}

/** Compiles the rules and prepares the paths of a view. */
export function visibilityOf(view: ViewData): Visibility {
  return {
    root: view.root,
    rootFingerprint: view.rootFingerprint,
    home: view.home,
    standsFor: view.standsFor,
    rules: compileRules(view.rules, view),
    hideDotfiles: view.hideDotfiles,
    protectedPaths: new Set(view.protectedPaths.map(foldCase)),
  };
}

export type Decision = 'allowed' | RefusalReason;

/** Decides by scope, protected files, hidden names and rules. The last rule that matches decides; without one, the path is visible. */
export function decideVisibility(visibility: Visibility, path: TreePath): Decision {
  if (!isWithin(visibility.root, path)) return 'scope';
  const decided = decidedPath(visibility, path);
  const asSeen = decided && withoutPrefix(visibility.home, decided);
  if (decided === undefined || asSeen === undefined) return 'scope';
  if (isProtected(visibility, decided)) return 'protected';
  const shownRoot = visibility.standsFor ? visibility.home : visibility.root;
  if (visibility.hideDotfiles && hasHiddenName(shownRoot, decided)) return 'hidden';
  return visibility.rules.allows(asSeen) ? 'allowed' : 'rule';
}

/** Returns the path by which access to `path` is decided; undefined for a path in the trash outside the item of the view. */
function decidedPath({ standsFor }: Visibility, path: TreePath): TreePath | undefined {
  if (standsFor === undefined) return trashFolderIn(path) === undefined ? path : undefined;
  const below = withoutPrefix(standsFor.path, path);
  return below && prefixed(standsFor.former, below);
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

function isProtected({ protectedPaths }: Visibility, path: TreePath): boolean {
  return protectedPaths.size > 0 && protectedPaths.has(foldCase(path));
}
