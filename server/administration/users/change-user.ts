import type { SomePermissions } from '#contract/users.ts';
import { AppError } from '../../errors.ts';
import type { Reader, Writer } from '../../metadata/database.ts';
import { lockUsers } from '../../metadata/dialect.ts';
import { setPassword } from '../../metadata/set-password.ts';
import {
  findUserById,
  isNameTaken,
  type StoredUser,
  updateUser,
  userNameTaken,
} from '../../metadata/users.ts';
import type { Administration } from '../administration.ts';
import { requireHome } from '../homes/require-home.ts';
import { resolvedHome } from '../homes/make-home.ts';
import { hashOfChosen, type ChosenPassword } from '../passwords/chosen-password.ts';
import { requireAnotherAdministrator } from './last-administrator.ts';
import { requireGoodFields, requireNewName, type UserFields } from './user-fields.ts';

/** Fields to change. Other fields, and other permissions, keep their values. */
export interface UserChanges extends Partial<Omit<UserFields, 'perm'>> {
  readonly perm?: SomePermissions;
  readonly password?: ChosenPassword;
}

export interface ChangeOptions {
  /** The id hash of the session that a change of the password does not end. */
  readonly keepSession?: string | undefined;
}

/**
 * Changes all given fields of a user, or none. Throws `not-found` for an unknown user, `already-exists` for a taken
 * name, `forbidden` if no administrator would be left, and `invalid-request` with the reason for a value that is not
 * accepted. A changed password ends the sessions of the user.
 */
export async function changeUser(
  administration: Administration,
  id: number,
  changes: UserChanges,
  options: ChangeOptions = {},
): Promise<StoredUser> {
  const { db } = administration;
  const before = await requireUser(db.read, id);
  const { password, perm: _, ...fields } = changes;
  requireGoodFields({ ...fields, ...mergedPermissions(before, changes) }, before);
  const username = fields.username ?? before.username;
  const isRenamed = username !== before.username;
  if (isRenamed) requireNewName(username);
  const cleaned = { ...fields, ...(await cleanedScope(administration, fields.scope, before)) };
  const passwordHash = password && (await hashOfChosen(db.read, password, username));
  return db.write(async (tx) => {
    await lockUsers(tx);
    if (isRenamed && (await isNameTaken(tx, username, id))) {
      throw userNameTaken();
    }
    // Two requests may each change one permission of the same user.
    const permissions = mergedPermissions(await requireUser(tx, id), changes);
    requireGoodFields(permissions);
    await requireStillAdministered(tx, id, permissions);
    const nowMs = Date.now();
    if (passwordHash !== undefined) await setPassword(tx, id, { ...options, passwordHash, nowMs });
    return present(await updateUser(tx, id, { changes: { ...cleaned, ...permissions }, nowMs }));
  });
}

function mergedPermissions(
  { perm: stored }: Pick<StoredUser, 'perm'>,
  { perm }: UserChanges,
): Partial<Pick<UserFields, 'perm'>> {
  return perm === undefined ? {} : { perm: { ...stored, ...perm } };
}

/** Keeps an unchanged scope as it was written, without accessing the root. */
async function cleanedScope(
  administration: Administration,
  scope: string | undefined,
  before: StoredUser,
): Promise<Pick<UserChanges, 'scope'>> {
  if (scope === undefined || scope === before.scope) return {};
  return { scope: await resolvedHome(administration.driver, requireHome(scope)) };
}

async function requireStillAdministered(
  tx: Writer,
  id: number,
  { perm }: Partial<UserFields>,
): Promise<void> {
  if (perm === undefined || perm.admin) return;
  await requireAnotherAdministrator(tx, await requireUser(tx, id));
}

export async function requireUser(db: Reader, id: number): Promise<StoredUser> {
  return present(await findUserById(db, id));
}

function present(user: StoredUser | undefined): StoredUser {
  if (user === undefined) throw new AppError('not-found', 'the user does not exist');
  return user;
}
