import type { UserPermissions } from '#contract/users.ts';
import type { UserWish } from '../../administration/users/add-user.ts';
import { AppError } from '../../errors.ts';
import type { SentUser } from './envelope.ts';

/** What a new user has unless it is said: absent permissions are false, whatever the defaults are (compatibility.md 0.7). */
const NO_PERMISSIONS: UserPermissions = {
  admin: false,
  execute: false,
  create: false,
  rename: false,
  modify: false,
  delete: false,
  share: false,
  download: false,
};

/** Returns the user that an administrator wants to create. The id is assigned here. */
export function wishOf(data: SentUser): UserWish {
  const { username = '', password = '', id: _id, lastSeen: _lastSeen, perm, ...fields } = data;
  if (password === '') throw new AppError('invalid-request', 'password is empty');
  return {
    username,
    password: { plain: password },
    // Only what was said is there.
    fields: { ...fields, perm: { ...NO_PERMISSIONS, ...perm } } as NonNullable<UserWish['fields']>,
    home: 'derived',
  };
}
