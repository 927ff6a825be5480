import { deleteWithUploads } from '../../administration/users/remove-user.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Writer } from '../../metadata/database.ts';
import { holdUsers } from '../../metadata/dialect.ts';
import { setPassword } from '../../metadata/set-password.ts';
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
import type { TemporaryFileRef } from '../../storage/driver.ts';
import type { ImportedUser } from './imported-user.ts';

/**
 * What becomes of users that are there. `refuse`: an id that is taken is a mistake. `overwrite`: whoever has it, or the name
 * of one without an id, becomes the one of the import. `replace`: so, and whoever is not in the import is removed.
 */
export type TakenIds = 'refuse' | 'overwrite' | 'replace';

/**
 * Takes over users with their ids and password hashes: all of them, or with a StartupError none. Resolves with what unfinished
 * uploads of removed users have left in the tree.
 */
export async function importUsers(
  tx: Writer,
  users: readonly ImportedUser[],
  taken: TakenIds,
): Promise<readonly TemporaryFileRef[]> {
  await holdUsers(tx);
  requireDifferentNames(users);
  const imported = taken === 'refuse' ? users : await withIdsOfNames(tx, users);
  const hadAdministrator = (await countAdmins(tx)) > 0;
  const parts = taken === 'replace' ? await removeOthers(tx, imported) : [];
  for (const user of imported) await importUser(tx, user, taken);
  if (hadAdministrator && (await countAdmins(tx)) === 0) {
    throw new StartupError('nobody would be an administrator then; nothing was changed');
  }
  return parts;
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
): Promise<TemporaryFileRef[]> {
  const kept = new Set(imported.map(({ id }) => id));
  const parts: TemporaryFileRef[] = [];
  for (const { id } of await listUsers(tx)) {
    if (!kept.has(id)) parts.push(...(await deleteWithUploads(tx, id)));
  }
  return parts;
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
