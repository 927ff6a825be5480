import type { UserWish } from '../../administration/users/add-user.ts';
import { AppError } from '../../errors.ts';
import type { SentUser } from './envelope.ts';

/** The user an administrator wants made. The id is handed out here. */
export function wishOf(data: SentUser): UserWish {
  const { username = '', password = '', id: _id, lastSeen: _lastSeen, ...fields } = data;
  if (password === '') throw new AppError('invalid-request', 'password is empty');
  return {
    username,
    password: { plain: password },
    // Only what was said is there.
    fields: fields as NonNullable<UserWish['fields']>,
    home: 'derived',
  };
}
