import type { ListedUser, UserPermissions } from '#contract/users.ts';

/** Returns a user with every permission on files, who has never logged in. */
export function aUser({
  perm,
  admin = false,
  ...user
}: Partial<Omit<ListedUser, 'perm'>> & {
  perm?: Partial<UserPermissions>;
  admin?: boolean;
} = {}): ListedUser {
  return {
    id: 2,
    username: 'bert',
    password: '',
    scope: '/',
    locale: 'en',
    lockPassword: false,
    viewMode: 'list',
    singleClick: false,
    redirectAfterCopyMove: false,
    perm: {
      admin,
      execute: admin,
      create: true,
      rename: true,
      modify: true,
      delete: true,
      share: true,
      download: true,
      ...perm,
    },
    commands: [],
    sorting: { by: 'name', asc: false },
    rules: [],
    hideDotfiles: false,
    dateFormat: false,
    aceEditorTheme: '',
    ...user,
  };
}
