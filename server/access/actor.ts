import type { Permission } from '#contract/permissions.ts';
import { PERMISSIONS } from '#contract/permissions.ts';
import { parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';
import type { Rule, User } from '#contract/users.ts';
import { compileRules, type CompiledRule } from './rules.ts';

/**
 * What decides what an actor may see, as plain data, so that it can be handed to a worker, which makes
 * it ready with `visibilityOf`.
 */
export interface ViewData {
  readonly home: TreePath;
  /** Global rules first, then the user's own. */
  readonly rules: readonly Rule[];
  readonly hideDotfiles: boolean;
  /** Files of the server itself that happen to lie in the tree: nobody reaches them through it. */
  readonly protectedPlaces: readonly TreePath[];
}

/** Someone who asks for something in the tree. */
export interface Actor {
  readonly kind: 'user';
  readonly userId: number;
  readonly username: string;
  /** What the actor sees as '/', counted from the server's root. */
  readonly home: TreePath;
  readonly permissions: ReadonlySet<Permission>;
  readonly rules: readonly CompiledRule[];
  readonly hideDotfiles: boolean;
  /** Folded by `foldCase`. */
  readonly protectedPlaces: ReadonlySet<TreePath>;
  readonly view: ViewData;
}

/** What holds for every user alike. */
export interface CommonView {
  readonly globalRules: readonly Rule[];
  readonly protectedPlaces: readonly TreePath[];
}

type ActingUser = Pick<User, 'id' | 'username' | 'scope' | 'perm' | 'rules' | 'hideDotfiles'>;

/** Undefined when the stored scope is not a path we accept: such a user can reach nothing. */
export function actorOfUser(user: ActingUser, common: CommonView): Actor | undefined {
  const home = homeOfScope(user.scope);
  if (home === undefined) return undefined;
  const view = {
    home,
    rules: [...common.globalRules, ...user.rules],
    hideDotfiles: user.hideDotfiles,
    protectedPlaces: common.protectedPlaces,
  };
  return {
    kind: 'user',
    userId: user.id,
    username: user.username,
    permissions: new Set(PERMISSIONS.filter((permission) => user.perm[permission])),
    view,
    ...visibilityOf(view),
  };
}

/** `.` and '' were the predecessor's words for the whole root; './x' is '/x'. Undefined for what is no path. */
export function homeOfScope(scope: string): TreePath | undefined {
  if (scope === '.' || scope === '') return ROOT;
  return parseTreePath(scope.startsWith('./') ? scope.slice(1) : scope);
}

export interface Visibility {
  readonly home: TreePath;
  readonly rules: readonly CompiledRule[];
  readonly hideDotfiles: boolean;
  /** Folded by `foldCase`. */
  readonly protectedPlaces: ReadonlySet<TreePath>;
}

/** On some volumes another case leads to the same file: what is protected is so in every case. */
export function foldCase(path: TreePath): TreePath {
  // Neither makes or removes a slash or a dot.
  return path.normalize('NFC').toLowerCase() as TreePath;
}

export function visibilityOf(view: ViewData): Visibility {
  return {
    home: view.home,
    rules: compileRules(view.rules),
    hideDotfiles: view.hideDotfiles,
    protectedPlaces: new Set(view.protectedPlaces.map(foldCase)),
  };
}
