import { isDeepStrictEqual } from 'node:util';
import type { UserChanges } from '../../administration/users/change-user.ts';
import { AppError } from '../../errors.ts';
import type { StoredUser } from '../../metadata/users.ts';
import type { SentUser } from './envelope.ts';
import { type Field, isOwnField } from './named-fields.ts';

/** What an administrator's request changes. Of a whole record, what is not there stays, and so does an empty password. */
export function adminUserPatch(fields: readonly Field[] | 'all', data: SentUser): UserChanges {
  if (fields !== 'all') return named(fields, data);
  const { password, id: _id, lastSeen: _lastSeen, ...others } = data;
  return { ...others, ...(password && { password: { plain: password } }) } as UserChanges;
}

/** What users change about themselves: what is not theirs to change may only be told as it is. */
export function ownUserPatch(
  fields: readonly Field[] | 'all',
  data: SentUser,
  self: StoredUser,
): UserChanges {
  if (fields === 'all') throw new AppError('forbidden', 'a whole record is not for its user');
  for (const field of fields) {
    if (!isOwnField(field) && !isEcho(field, data, self)) {
      throw new AppError('forbidden', `${field} is not one's own to change`);
    }
  }
  const own = fields.filter(isOwnField);
  if (own.includes('password') && self.lockPassword) {
    throw new AppError('forbidden', 'the password is locked');
  }
  return named(own, data);
}

/** What old clients know from the token, and from our replies, where the scope is left out: they send it back. */
const ECHOED = ['username', 'scope', 'perm', 'commands', 'lockPassword'] as const;

function isEcho(asked: Field, data: SentUser, self: StoredUser): boolean {
  const field = ECHOED.find((echoed) => echoed === asked);
  if (field === undefined) return false;
  const sent = field === 'perm' && data.perm ? { ...self.perm, ...data.perm } : data[field];
  return isDeepStrictEqual(sent, self[field]) || (field === 'scope' && sent === '');
}

function named(fields: readonly Field[], data: SentUser): UserChanges {
  const changes: { -readonly [Name in keyof UserChanges]: UserChanges[Name] } = {};
  for (const field of fields) {
    if (field === 'password') changes.password = { plain: data.password ?? '' };
    else copyField(changes, data, field);
  }
  return changes;
}

function copyField(changes: object, data: SentUser, field: Exclude<Field, 'password'>): void {
  const value = data[field];
  if (value === undefined) throw new AppError('invalid-request', `${field}: is missing`);
  Object.assign(changes, { [field]: value });
}
