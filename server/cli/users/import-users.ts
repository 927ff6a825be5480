import { UserPermissions } from '#contract/users.ts';
import { z } from 'zod';
import { hashOfChosen } from '../../administration/passwords/chosen-password.ts';
import {
  deleteUserWithUploads,
  type LeftTemporaryFile,
} from '../../administration/users/remove-user.ts';
import { LegacyUser } from '../../compat/filebrowser2/migration/legacy-records.ts';
import { isPasswordHash } from '../../config/setting-types.ts';
import { AppError } from '../../errors.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Writer, Reader } from '../../metadata/database.ts';
import { lockUsers } from '../../metadata/dialect.ts';
import { setPassword } from '../../metadata/set-password.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import {
  countAdmins,
  findUserById,
  findUserByName,
  insertUser,
  insertUserWithId,
  listUsers,
  type NewUser,
  updateUser,
} from '../../metadata/users.ts';

/**
 * Handling of existing users. `refuse`: a taken id is an error. `overwrite`: the user with the same id, or with the
 * same name if the import has no id, becomes the imported one. `replace`: the same, and users who are not in the
 * import are removed.
 */
export type TakenIds = 'refuse' | 'overwrite' | 'replace';

/**
 * Imports users with their ids and password hashes: all of them, or with a StartupError none. Resolves with the
 * temporary files of removed users' uploads.
 */
export async function importUsers(
  tx: Writer,
  users: readonly ImportedUser[],
  taken: TakenIds,
): Promise<readonly LeftTemporaryFile[]> {
  await lockUsers(tx);
  requireDifferentNames(users);
  const imported = taken === 'refuse' ? users : await withIdsOfNames(tx, users);
  const hadAdministrator = (await countAdmins(tx)) > 0;
  const temporaryFiles = taken === 'replace' ? await removeOthers(tx, imported) : [];
  for (const user of imported) await importUser(tx, user, taken);
  if (hadAdministrator && (await countAdmins(tx)) === 0) {
    throw new StartupError('no user would be an administrator; nothing was changed');
  }
  return temporaryFiles;
}

function requireDifferentNames(users: readonly ImportedUser[]): void {
  const names = users.map(({ username }) => username);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new StartupError(`the name ${twice} is there twice`);
}

async function withIdsOfNames(
  tx: Writer,
  users: readonly ImportedUser[],
): Promise<readonly ImportedUser[]> {
  const ids = new Map((await listUsers(tx)).map(({ username, id }) => [username, id]));
  return users.map((user) => (user.id === 0 ? { ...user, id: ids.get(user.username) ?? 0 } : user));
}

async function removeOthers(
  tx: Writer,
  imported: readonly ImportedUser[],
): Promise<LeftTemporaryFile[]> {
  const kept = new Set(imported.map(({ id }) => id));
  const temporaryFiles: LeftTemporaryFile[] = [];
  for (const { id } of await listUsers(tx)) {
    if (!kept.has(id)) temporaryFiles.push(...(await deleteUserWithUploads(tx, id)));
  }
  return temporaryFiles;
}

async function importUser(tx: Writer, imported: ImportedUser, taken: TakenIds): Promise<void> {
  const { id, password, ...rest } = imported;
  const user: NewUser = { ...rest, passwordHash: password };
  const nowMs = Date.now();
  const namesake = await findUserByName(tx, user.username);
  if (namesake !== undefined && namesake.id !== id) {
    throw new StartupError(`the name ${user.username} belongs to the user with id ${namesake.id}`);
  }
  if (id === 0) {
    await insertUser(tx, user, nowMs);
  } else if ((await findUserById(tx, id)) === undefined) {
    await insertUserWithId(tx, { ...user, id }, nowMs);
  } else if (taken === 'refuse') {
    throw new StartupError(`there is a user with id ${id}; --overwrite replaces them`);
  } else {
    const { passwordHash, ...changes } = user;
    await updateUser(tx, id, { changes, nowMs });
    await setPassword(tx, id, { passwordHash, nowMs });
  }
}

const hash = z.string().refine(isPasswordHash, 'has to be a bcrypt or argon2 hash');

/** A user as stored; `password` is a hash. An id of 0 is assigned by the import. */
export type ImportedUser = LegacyUser;

/**
 * A user in an imported file. An export has the hash in `password`; other sources use `hash` or `plainPassword`. One of
 * the three is required.
 */
export const UserRecord = LegacyUser.extend({
  id: z.int().nonnegative().default(0),
  password: hash.optional(),
  hash: hash.optional(),
  plainPassword: z.string().optional(),
  perm: LegacyUser.shape.perm.optional(),
});
export type UserRecord = z.infer<typeof UserRecord>;

export const PERMISSION_NAMES = UserPermissions.keyof().options;

/** A user in an imported file. `position` names the line or record, for error messages. */
export interface ReadUser {
  readonly position: string;
  readonly user: UserRecord;
}

/** Hashes plain passwords, and gives users without permissions the defaults for new users. */
export async function completeUsers(
  db: Reader,
  read: readonly ReadUser[],
): Promise<ImportedUser[]> {
  const { defaults } = await readGlobalSettings(db);
  const complete: ImportedUser[] = [];
  for (const { position, user } of read) {
    const { password, hash, plainPassword, ...fields } = user;
    const { username } = fields;
    const given = { username, hash: password ?? hash, plain: plainPassword };
    const passwordHash = await hashOf(db, position, given);
    complete.push({ ...fields, perm: fields.perm ?? defaults.perm, password: passwordHash });
  }
  return complete;
}

interface Given {
  readonly username: string;
  readonly hash: string | undefined;
  readonly plain: string | undefined;
}

async function hashOf(
  db: Reader,
  position: string,
  { username, hash, plain }: Given,
): Promise<string> {
  if ((hash === undefined) === (plain === undefined)) {
    throw new StartupError(`${position}: a password or its hash has to be given, and not both`);
  }
  const chosen = hash === undefined ? { plain: plain ?? '' } : { hash };
  return withPosition(position, () => hashOfChosen(db, chosen, username));
}

/** Runs `work`, and prefixes its errors with the position in the file. */
export async function withPosition<Result>(
  position: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartupError(`${position}: ${error.message}`, { cause: error });
  }
}
