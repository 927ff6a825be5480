import type { Permission } from '#contract/permissions.ts';
import { PERMISSIONS } from '#contract/permissions.ts';
import { parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';
import type { Rule, User } from '#contract/users.ts';
import { accountOfShare, accountOfUser } from '../lib/accounts.ts';
import { foldCase } from './fold-case.ts';
import { compileRules, type RuleSet } from './rules.ts';

/**
 * Facts that decide what an actor may see. Plain data, so that it can be sent to a worker thread, which prepares it with
 * `visibilityOf`.
 */
export interface ViewData {
  /** The folder that the actor sees as '/', as a path from the server's root. Nothing outside of it can be reached. */
  readonly root: TreePath;
  /**
   * Fingerprint of the shared item (`EntryStat.fingerprint`). Another item that has got its name since cannot be reached.
   */
  readonly rootFingerprint?: string | undefined;
  /**
   * The folder that paths of rules are relative to: the same as `root` for a user, and a folder above it for a share
   * visitor.
   */
  readonly home: TreePath;
  /** Global rules first, then the user's own. */
  readonly rules: readonly Rule[];
  /** True on case-insensitive file systems, where rules apply regardless of case. */
  readonly foldsCase?: boolean | undefined;
  readonly hideDotfiles: boolean;
  /** Files of the server itself inside the root. Nobody can reach them through the tree. */
  readonly protectedPlaces: readonly TreePath[];
}

/** A user or share visitor who accesses the tree. */
export interface Actor extends Visibility {
  /** A visitor may view and download what the owner of the share may see within the shared item. */
  readonly kind: 'user' | 'visitor';
  /** ID of the user, or of the owner of the share. */
  readonly userId: number;
  readonly username: string;
  /** The account for concurrency limits: the user's, or the share's within its owner's (`lib/accounts.ts`). */
  readonly account: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly view: ViewData;
}

/** Facts that are the same for all users. */
export interface CommonView {
  readonly globalRules: readonly Rule[];
  readonly protectedPlaces: readonly TreePath[];
  readonly foldsCase?: boolean | undefined;
}

type ActingUser = Pick<User, 'id' | 'username' | 'scope' | 'perm' | 'rules' | 'hideDotfiles'>;

/** Returns undefined when the stored scope is not a valid path. Such a user has no access. */
export function actorOfUser(user: ActingUser, common: CommonView): Actor | undefined {
  const home = homeOfScope(user.scope);
  if (home === undefined) return undefined;
  const view = {
    root: home,
    home,
    rules: [...common.globalRules, ...user.rules],
    foldsCase: common.foldsCase,
    hideDotfiles: user.hideDotfiles,
    protectedPlaces: common.protectedPlaces,
  };
  return {
    kind: 'user',
    userId: user.id,
    username: user.username,
    account: accountOfUser(user.id),
    permissions: new Set(PERMISSIONS.filter((permission) => user.perm[permission])),
    view,
    ...visibilityOf(view),
  };
}

/** Returns a visitor of a share of `owner`. `place` is the resolved path of its item. */
export function visitorOf(
  owner: Actor,
  hash: string,
  { place, fingerprint }: { readonly place: TreePath; readonly fingerprint: string },
): Actor {
  const view = { ...owner.view, root: place, rootFingerprint: fingerprint };
  return {
    ...owner,
    kind: 'visitor',
    account: accountOfShare(owner.account, hash),
    permissions: new Set(owner.permissions.has('download') ? ['download'] : []),
    root: place,
    rootFingerprint: fingerprint,
    view,
  };
}

/**
 * Returns the path of a stored scope. In File Browser 2, `.` and '' are the root, and './x' is '/x'. Undefined for an
 * invalid path.
 */
export function homeOfScope(scope: string): TreePath | undefined {
  if (scope === '.' || scope === '') return ROOT;
  return parseTreePath(scope.startsWith('./') ? scope.slice(1) : scope);
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
