import type { UserDefaults } from '#contract/settings.ts';
import type { ListedUser, User } from '#contract/users.ts';
import { wholeScope } from '../parts/whole-scope.ts';

/** What the page says of a user. The password is '' where it is not told. */
export type UserFields = Omit<User, 'id' | 'aceEditorTheme'>;

export function fieldsOf(user: ListedUser): UserFields {
  const { id: _id, aceEditorTheme: _theme, lastSeen: _seen, ...fields } = user;
  return { ...fields, scope: wholeScope(user.scope), password: '' };
}

/** What a new user starts with, until somebody says otherwise. */
export function firstFields(defaults: UserDefaults): UserFields {
  const { aceEditorTheme: _theme, ...fields } = defaults;
  return {
    ...fields,
    scope: wholeScope(defaults.scope),
    username: '',
    password: '',
    lockPassword: false,
    rules: [],
  };
}
