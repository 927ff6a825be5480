import { resolve } from 'node:path';
import { Sorting } from '#contract/files.ts';
import { Rule, ViewMode } from '#contract/users.ts';
import { z } from 'zod';
import type { Surroundings } from '../config/environment.ts';
import { databaseOf, readOuterSources } from '../config/load-config.ts';
import { isPasswordHash } from '../config/setting-values.ts';
import type { Flags } from '../config/sources.ts';
import { StartupError } from '../lib/startup-error.ts';
import type { Writer } from '../metadata/database.ts';
import { setPassword } from '../metadata/set-password.ts';
import {
  findUserById,
  findUserByName,
  insertUser,
  insertUserWithId,
  type NewUser,
  updateUser,
} from '../metadata/users.ts';
import { readImport } from './import-file.ts';
import { openOurDatabase } from './open-database.ts';

const off = z.boolean().default(false);

/** What exports hold, with what older versions did not have yet filled in (WIRE.md 7.1). */
const ImportedUser = z.object({
  id: z.int().nonnegative().default(0),
  username: z.string().min(1),
  password: z.string().refine(isPasswordHash, 'has to be a bcrypt or argon2 hash'),
  scope: z.string().default('.'),
  locale: z.string().default('en'),
  lockPassword: off,
  // The predecessor's server took any text for it.
  viewMode: ViewMode.catch('list'),
  singleClick: off,
  redirectAfterCopyMove: off,
  perm: z.object({
    admin: off,
    execute: off,
    create: off,
    rename: off,
    modify: off,
    delete: off,
    share: off,
    download: off,
  }),
  commands: z.array(z.string()).default([]),
  sorting: Sorting.catch({ by: 'name', asc: false }),
  rules: z.array(Rule.extend({ regexp: Rule.shape.regexp.default(null) })).default([]),
  hideDotfiles: off,
  dateFormat: off,
  aceEditorTheme: z.string().default(''),
});
type ImportedUser = z.infer<typeof ImportedUser>;

export interface ImportUsersRequest {
  readonly flags: Flags;
  readonly file: string;
  /** Whether users with an id that is taken are replaced. */
  readonly overwrite: boolean;
}

/** Takes over users with their ids and password hashes: all of them, or with a StartupError none. */
export async function importUsers(
  { flags, file, overwrite }: ImportUsersRequest,
  surroundings: Surroundings,
): Promise<void> {
  const users = await readImport(resolve(surroundings.workingFolder, file), z.array(ImportedUser));
  const outer = await readOuterSources(flags, surroundings);
  const database = await openOurDatabase(databaseOf(outer));
  try {
    await database.write(async (tx) => {
      for (const user of users) await importUser(tx, user, overwrite);
    });
  } finally {
    await database.close();
  }
}

async function importUser(tx: Writer, imported: ImportedUser, overwrite: boolean): Promise<void> {
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
  } else if (overwrite) {
    const { passwordHash, ...changes } = user;
    await updateUser(tx, id, { changes, nowMs });
    await setPassword(tx, id, { passwordHash, nowMs });
  } else {
    throw new StartupError(`there is a user with id ${id}; --overwrite replaces them`);
  }
}
