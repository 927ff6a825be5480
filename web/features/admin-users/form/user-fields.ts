import type { UserDefaults } from '#contract/settings.ts';
import type { ListedUser, User } from '#contract/users.ts';
import { wholeScope } from '#contract/whole-scope.ts';

/** Fields of a user form. The password is '' unless it is changed. */
export type UserFields = Omit<User, 'id' | 'aceEditorTheme'>;

/** Returns the stored values of a user as fields of the form. */
export function fieldsOf(user: ListedUser): UserFields {
  const { id: _id, aceEditorTheme: _theme, lastSeen: _seen, ...fields } = user;
  return { ...fields, scope: wholeScope(user.scope), password: '' };
}

/** Returns the defaults of a new user. */
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
