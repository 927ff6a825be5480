import type { Permission } from '#contract/permissions.ts';
import { PERMISSIONS } from '#contract/permissions.ts';
import { parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';
import type { Rule, User } from '#contract/users.ts';
import { accountOfShare, accountOfUser } from '../lib/accounts.ts';
import { type ViewData, type Visibility, visibilityOf } from '../policy/visibility.ts';

/** Someone who asks for something in the tree. */
export interface Actor extends Visibility {
  /** A visitor came by a link: what its owner may see, within the link's item, to look at and to download. */
  readonly kind: 'user' | 'visitor';
  /** Of the user, or of the link's owner. */
  readonly userId: number;
  readonly username: string;
  /** The account that limits count for: the user's, or the share's inside its owner's (`lib/accounts.ts`). */
  readonly account: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly view: ViewData;
}

/** What holds for every user alike. */
export interface CommonView {
  readonly globalRules: readonly Rule[];
  readonly protectedPlaces: readonly TreePath[];
  readonly foldsCase?: boolean | undefined;
}

type ActingUser = Pick<User, 'id' | 'username' | 'scope' | 'perm' | 'rules' | 'hideDotfiles'>;

/** Undefined when the stored scope is not a path we accept: such a user can reach nothing. */
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

/** Someone who came by a link of `owner`, with its item at `place`, which has no link in it. */
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

/** `.` and '' were the predecessor's words for the whole root; './x' is '/x'. Undefined for what is no path. */
export function homeOfScope(scope: string): TreePath | undefined {
  if (scope === '.' || scope === '') return ROOT;
  return parseTreePath(scope.startsWith('./') ? scope.slice(1) : scope);
}
