import { isDeepStrictEqual } from 'node:util';
import type { UserChanges } from '../../administration/users/change-user.ts';
import { AppError } from '../../errors.ts';
import type { StoredUser } from '../../metadata/users.ts';
import type { SentUser } from './envelope.ts';
import { type Field, isOwnField } from './named-fields.ts';

/**
 * Returns the changes in an administrator's request. When all fields are updated, missing fields and an empty password are
 * left unchanged.
 */
export function adminUserPatch(fields: readonly Field[] | 'all', data: SentUser): UserChanges {
  if (fields !== 'all') return named(fields, data);
  const { password, id: _id, lastSeen: _lastSeen, ...others } = data;
  return { ...others, ...(password && { password: { plain: password } }) } as UserChanges;
}

/** Returns the changes in a user's own request. Other fields must have their current values. */
export function ownUserPatch(
  fields: readonly Field[] | 'all',
  data: SentUser,
  self: StoredUser,
): UserChanges {
  if (fields === 'all')
    throw new AppError('forbidden', 'only administrators can update all fields');
  for (const field of fields) {
    if (!isOwnField(field) && !isEcho(field, data, self)) {
      throw new AppError('forbidden', `users cannot change ${field} themselves`);
    }
  }
  const own = fields.filter(isOwnField);
  if (own.includes('password') && self.lockPassword) {
    throw new AppError('forbidden', 'the password is locked');
  }
  return named(own, data);
}

/** Fields that old clients send back unchanged, as they are in the token and in our replies, where the scope is ''. */
const ECHOED = ['username', 'scope', 'perm', 'commands', 'lockPassword'] as const;

/** Returns true for a field that has its current value. */
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
