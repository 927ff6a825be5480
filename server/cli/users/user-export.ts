import type { User } from '#contract/users.ts';
import type { StoredUser } from '../../metadata/users.ts';

/** The predecessor's form, its keys in its order, with the hash as password (compatibility.md 9.4). */
export function userExport(users: readonly StoredUser[]): User[] {
  return users.map((user) => ({
    id: user.id,
    username: user.username,
    password: user.passwordHash,
    scope: user.scope,
    locale: user.locale,
    lockPassword: user.lockPassword,
    viewMode: user.viewMode,
    singleClick: user.singleClick,
    redirectAfterCopyMove: user.redirectAfterCopyMove,
    perm: user.perm,
    commands: user.commands,
    sorting: user.sorting,
    rules: user.rules,
    hideDotfiles: user.hideDotfiles,
    dateFormat: user.dateFormat,
    aceEditorTheme: user.aceEditorTheme,
  }));
}
