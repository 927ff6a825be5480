import { isDeepStrictEqual } from 'node:util';
import type { Credentials } from '#contract/session.ts';
import type { UserPermissions } from '#contract/users.ts';
import { homeOfScope } from '../../../../access/actor.ts';
import { checkPassword } from '../../../../access/passwords.ts';
import type { Administration } from '../../../../administration/administration.ts';
import { addUser } from '../../../../administration/users/add-user.ts';
import { changeUser, type UserChanges } from '../../../../administration/users/change-user.ts';
import type { UserFields } from '../../../../administration/users/user-fields.ts';
import { AppError } from '../../../../errors.ts';
import { readGlobalSettings } from '../../../../metadata/settings.ts';
import { findUserByName, type StoredUser } from '../../../../metadata/users.ts';
import { rehash } from '../stored-password.ts';
import type { HookUserFields } from './parse-reply.ts';

/**
 * Returns the user that a hook has accepted: creates a new one, and updates an existing one with the fields of the
 * hook and the accepted password.
 */
export async function hookUser(
  administration: Administration,
  credentials: Credentials,
  hookFields: HookUserFields,
): Promise<StoredUser> {
  const { db } = administration;
  const known = await findUserByName(db.read, credentials.username);
  if (known !== undefined) return updateHookUser(administration, known, credentials, hookFields);
  try {
    return await createHookUser(administration, credentials, hookFields);
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'already-exists';
    const created = isTaken && (await findUserByName(db.read, credentials.username));
    if (!created) throw error;
    return updateHookUser(administration, created, credentials, hookFields);
  }
}

async function createHookUser(
  administration: Administration,
  { username, password }: Credentials,
  hookFields: HookUserFields,
): Promise<StoredUser> {
  const { defaults } = await readGlobalSettings(administration.db.read);
  const fields = { ...completeFields(defaults, hookFields), lockPassword: true };
  // An administrator reaches the whole root anyway.
  const home = fields.perm?.admin === true ? 'derived' : 'never-root';
  return addUser(administration, { username, password: { plain: password }, fields, home });
}

async function updateHookUser(
  administration: Administration,
  user: StoredUser,
  { password }: Credentials,
  hookFields: HookUserFields,
): Promise<StoredUser> {
  const changes: UserChanges = changedFields(user, completeFields(user, hookFields));
  const check = await checkPassword(user.passwordHash, password);
  if (check === 'wrong') {
    return changeUser(administration, user.id, { ...changes, password: { plain: password } });
  }
  const now =
    check === 'right-but-old-hash' ? await rehash(administration.db, user, password) : user;
  // Stores nothing without a change, because every change makes the user's pages renew their tokens.
  return Object.keys(changes).length === 0 ? now : changeUser(administration, user.id, changes);
}

type Base = Pick<StoredUser, 'perm' | 'sorting'>;

/** Completes the permissions and the sorting of the hook, which may be partial, with those of `base`. */
function completeFields(base: Base, hookFields: HookUserFields): Partial<UserFields> {
  const { perm, sorting, ...others } = hookFields;
  return {
    ...others,
    ...(Object.keys(perm).length > 0 && { perm: withoutIdleSharing({ ...base.perm, ...perm }) }),
    ...(Object.keys(sorting).length > 0 && { sorting: { ...base.sorting, ...sorting } }),
  };
}

/** Removes the permission to share without the permission to download, which it needs. */
function withoutIdleSharing(perm: UserPermissions): UserPermissions {
  return { ...perm, share: perm.share && perm.download };
}

function changedFields(user: StoredUser, fields: Partial<UserFields>): Partial<UserFields> {
  const { scope, ...others } = fields;
  const changed = Object.entries(others).filter(
    // The cast is safe: the names are the keys of `others`.
    ([name, value]) => !isDeepStrictEqual(value, user[name as keyof typeof others]),
  );
  const isMoved = scope !== undefined && homeOfScope(scope) !== homeOfScope(user.scope);
  return { ...Object.fromEntries(changed), ...(isMoved && { scope }) };
}
