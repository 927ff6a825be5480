import { ROOT, type TreePath } from '#contract/paths.ts';
import type { Reader } from '../../metadata/database.ts';
import { lockUsers } from '../../metadata/dialect.ts';
import type { StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import {
  insertUser,
  isNameTaken,
  type NewUser,
  type StoredUser,
  userNameTaken,
} from '../../metadata/users.ts';
import type { Administration } from '../administration.ts';
import { derivedHome } from '../homes/derived-home.ts';
import { requireHome } from '../homes/require-home.ts';
import { requireEmptyHome, resolvedHome } from '../homes/make-home.ts';
import { requireUnownedHome } from '../homes/unowned-home.ts';
import { withHome } from '../homes/with-home.ts';
import { hashOf, requireGoodChosen, type ChosenPassword } from '../passwords/chosen-password.ts';
import { requireGoodFields, requireNewName, type UserFields } from './user-fields.ts';

export interface NewUserInput {
  readonly username: string;
  readonly password: ChosenPassword;
  /** Fields of the user. Others come from the defaults for new users. */
  readonly fields?: Partial<Omit<UserFields, 'username'>>;
  /**
   * `as-given`: the given scope, or the default one. `derived`: if the setting `createUserDir` is on and no scope is
   * given, a home is derived from the name, and no other user may have it. `never-root`: the same also if the default
   * scope is the root.
   */
  readonly home: 'as-given' | 'derived' | 'never-root';
  /** Refuses a derived home that exists already and is not empty, because it belonged to another user. */
  readonly leftovers?: 'refused';
  /**
   * True for a user who signs up: never gets the permissions to administer and execute, nor commands, whatever the
   * defaults are.
   */
  readonly untrusted?: boolean;
  /** True for a user who creates the account. */
  readonly signedUp?: boolean;
}

/**
 * Creates a user and their home, both or neither. Throws `already-exists` for a taken name or a derived home of
 * another user, and `invalid-request` with the reason for wrong input.
 */
export async function addUser(
  administration: Administration,
  input: NewUserInput,
): Promise<StoredUser> {
  const { db } = administration;
  const settings = await readGlobalSettings(db.read);
  const { isDerived, ...planned } = plan(settings, input);
  requireGoodFields(planned.fields);
  requireNewName(planned.fields.username);
  // Before the name is looked up, so that a bad password does not reveal which names exist.
  await requireGoodChosen(db.read, input.password, planned.fields.username);
  await requireFreeName(db.read, planned.fields.username);
  const home = await resolvedHome(administration.driver, planned.home);
  const fields = { ...planned.fields, scope: home };
  if (isDerived && input.leftovers === 'refused')
    await requireEmptyHome(administration.driver, home);
  const passwordHash = await hashOf(input.password);
  return withHome(administration, home, () =>
    db.write(async (tx) => {
      await lockUsers(tx);
      await requireFreeName(tx, fields.username);
      if (isDerived) await requireUnownedHome(tx, home);
      const signedUp = input.signedUp === true;
      return insertUser(tx, { ...fields, passwordHash, signedUp }, Date.now());
    }),
  );
}

interface Plan {
  readonly fields: UserFields;
  readonly home: TreePath;
  readonly isDerived: boolean;
}

function plan(settings: StoredGlobalSettings, input: NewUserInput): Plan {
  const scope = input.fields?.scope ?? '';
  const isDerived = scope === '' && derivesHome(settings, input);
  const home = isDerived
    ? derivedHome(settings.userHomeBasePath, input.username)
    : requireHome(input.fields?.scope ?? settings.defaults.scope);
  const fields = { ...newUserFields(settings, input), scope: home };
  return { fields: input.untrusted === true ? withoutPower(fields) : fields, home, isDerived };
}

function derivesHome(settings: StoredGlobalSettings, { home }: NewUserInput): boolean {
  if (home === 'as-given') return false;
  if (settings.createUserDir) return true;
  return home === 'never-root' && requireHome(settings.defaults.scope) === ROOT;
}

function newUserFields({ defaults }: StoredGlobalSettings, input: NewUserInput): UserFields {
  return { lockPassword: false, rules: [], ...defaults, ...input.fields, username: input.username };
}

function withoutPower<Fields extends Pick<NewUser, 'perm' | 'commands'>>(fields: Fields): Fields {
  return { ...fields, perm: { ...fields.perm, admin: false, execute: false }, commands: [] };
}

/** Checked before anything is created, and again when the user is stored. */
async function requireFreeName(db: Reader, username: string): Promise<void> {
  if (!(await isNameTaken(db, username))) return;
  throw userNameTaken();
}
