import { NO_PERMISSIONS } from '#contract/permissions.ts';
import type { NewUserInput } from '../../administration/users/add-user.ts';
import { AppError } from '../../errors.ts';
import type { SentUser } from './envelope.ts';

/** Returns the user that an administrator wants to create. The id is assigned here. */
export function newUserInput(data: SentUser): NewUserInput {
  const { username = '', password = '', id: _id, lastSeen: _lastSeen, perm, ...fields } = data;
  if (password === '') throw new AppError('invalid-request', 'password is empty');
  return {
    username,
    password: { plain: password },
    // Absent fields stay undefined. Absent permissions are false, regardless of the defaults (compatibility.md 0.7).
    fields: { ...fields, perm: { ...NO_PERMISSIONS, ...perm } } as NonNullable<
      NewUserInput['fields']
    >,
    home: 'derived',
  };
}
