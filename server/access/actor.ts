import type { Permission } from '#contract/permissions.ts';
import { PERMISSIONS } from '#contract/permissions.ts';
import { parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';
import type { Rule, User } from '#contract/users.ts';
import { accountOfShare, accountOfUser } from '../lib/accounts.ts';
import { type ViewData, type Visibility, visibilityOf } from '../policy/visibility.ts';

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
  /** The view of the actor, as plain data for worker threads. `Visibility` is the same, prepared for decisions in this thread. */
  readonly view: ViewData;
  /** The action that the request belongs to. The history lists the requests of a `group` as one action, and omits operations of an `undo`. */
  readonly action?: UserAction | undefined;
}

/** An action of a user: several requests with the same key (`GROUP_HEADER`), or an undo. */
export type UserAction =
  | { readonly kind: 'group'; readonly key: string }
  /** The fields are those of `ofUndo` in `metadata/operation-journal.ts`. */
  | {
      readonly kind: 'undo';
      readonly completes?: number;
      readonly begins?: BegunUndo;
    };

/** A move that has replaced a file, and of whose undo the first half is done. `earlier` are the ids of the versions that the file had. */
export interface BegunUndo {
  readonly id: number;
  readonly version: number;
  readonly earlier?: readonly number[] | undefined;
}

/** The parts of a view that are the same for all users. */
export interface CommonView {
  readonly globalRules: readonly Rule[];
  readonly protectedPaths: readonly TreePath[];
  readonly foldsCase?: boolean | undefined;
}

type ActingUser = Pick<User, 'id' | 'username' | 'scope' | 'perm' | 'rules' | 'hideDotfiles'>;

/** Returns a user as an actor; undefined when the stored scope is not a valid path. Such a user has no access. */
export function actorOfUser(user: ActingUser, common: CommonView): Actor | undefined {
  const home = homeOfScope(user.scope);
  if (home === undefined) return undefined;
  const view = {
    root: home,
    home,
    rules: [...common.globalRules, ...user.rules],
    foldsCase: common.foldsCase,
    hideDotfiles: user.hideDotfiles,
    protectedPaths: common.protectedPaths,
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

/** Returns a visitor of the share of `owner` with this `hash`. `path` (without symlinks) and `fingerprint` are those of the shared item. */
export function visitorOf(
  owner: Actor,
  hash: string,
  { path, fingerprint }: { readonly path: TreePath; readonly fingerprint: string },
): Actor {
  const view = { ...owner.view, root: path, rootFingerprint: fingerprint };
  return {
    ...owner,
    kind: 'visitor',
    account: accountOfShare(owner.account, hash),
    permissions: new Set(owner.permissions.has('download') ? ['download'] : []),
    root: path,
    rootFingerprint: fingerprint,
    view,
  };
}

/**
 * Returns the actor with an item in the trash as root. The present permissions, rules and scope apply to it as if it were still at `source`,
 * the path from which it was deleted. `item` is its fingerprint.
 */
export function actorInTrash(
  actor: Actor,
  {
    path,
    source,
    item,
  }: { readonly path: TreePath; readonly source: TreePath; readonly item: string },
): Actor {
  const standsFor = { path, former: source };
  const view = { ...actor.view, root: path, rootFingerprint: item, standsFor };
  return { ...actor, view, root: path, rootFingerprint: item, standsFor };
}

/**
 * Returns the path of a stored scope. In File Browser 2, `.` and '' are the root, and './x' is '/x'. Undefined for an
 * invalid path.
 */
export function homeOfScope(scope: string): TreePath | undefined {
  if (scope === '.' || scope === '') return ROOT;
  return parseTreePath(scope.startsWith('./') ? scope.slice(1) : scope);
}
