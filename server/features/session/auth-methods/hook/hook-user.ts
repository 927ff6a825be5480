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
  said: HookUserFields,
): Promise<StoredUser> {
  const { db } = administration;
  const known = await findUserByName(db.read, credentials.username);
  if (known !== undefined) return updated(administration, known, credentials, said);
  try {
    return await made(administration, credentials, said);
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'already-exists';
    const madeMeanwhile = isTaken && (await findUserByName(db.read, credentials.username));
    if (!madeMeanwhile) throw error;
    return updated(administration, madeMeanwhile, credentials, said);
  }
}

async function made(
  administration: Administration,
  { username, password }: Credentials,
  said: HookUserFields,
): Promise<StoredUser> {
  const { defaults } = await readGlobalSettings(administration.db.read);
  const fields = { ...fieldsOver(defaults, said), lockPassword: true };
  // An administrator reaches the whole root anyway.
  const home = fields.perm?.admin === true ? 'derived' : 'never-root';
  return addUser(administration, { username, password: { plain: password }, fields, home });
}

async function updated(
  administration: Administration,
  user: StoredUser,
  { password }: Credentials,
  said: HookUserFields,
): Promise<StoredUser> {
  const changes: UserChanges = differing(user, fieldsOver(user, said));
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

/** Merges partial fields of the hook into complete ones. */
function fieldsOver(base: Base, said: HookUserFields): Partial<UserFields> {
  const { perm, sorting, ...others } = said;
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

function differing(user: StoredUser, fields: Partial<UserFields>): Partial<UserFields> {
  const { scope, ...others } = fields;
  const changed = Object.entries(others).filter(
    ([name, value]) => !isDeepStrictEqual(value, user[name as keyof typeof others]), // its own keys
  );
  const isElsewhere = scope !== undefined && homeOfScope(scope) !== homeOfScope(user.scope);
  return { ...Object.fromEntries(changed), ...(isElsewhere && { scope }) };
}
