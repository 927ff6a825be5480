import { PERMISSIONS } from '#contract/permissions.ts';
import type { ListedUser } from '#contract/users.ts';
import { randomBytes } from 'node:crypto';
import { addUser } from '../../administration/users/add-user.ts';
import { changeUser } from '../../administration/users/change-user.ts';
import { removeUser } from '../../administration/users/remove-user.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { table } from '../../lib/table.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import type { Reader } from '../../metadata/database.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import { listUsers, type StoredUser, findUserById, findUserByName } from '../../metadata/users.ts';
import {
  type CliCall,
  type CliCommand,
  type CliOption,
  JSON_OPTION,
  STORAGE_SETTINGS,
} from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { switchOf } from '../option-values.ts';
import { USER_OPTIONS, userFieldsOf } from '../user-options.ts';

/** Not an option of defaults, because new users never get it. */
export const LOCK_OPTION: CliOption = {
  name: 'lockPassword',
  help: 'prevent the user from changing their password',
};

export const addUserCommand: CliCommand = {
  arguments: [{ name: 'username' }, { name: 'password' }],
  options: [...USER_OPTIONS, LOCK_OPTION],
  settings: ['root', ...STORAGE_SETTINGS, 'database', 'config'],
  details: `Other fields come from the defaults for new users ("config set"). A missing folder is
created. Without --scope, and while createUserDir is on, the user gets a folder of
their own. With - as password, the first line of the standard input is used.`,
  examples: [
    "filebrowser users add ann 'correct horse battery'",
    'pass show files/ann | filebrowser users add ann - --scope /ann',
  ],
  async run(call) {
    const [username = '', typed = ''] = call.arguments;
    const password = { plain: await typedPassword(typed, call) };
    await withAdministration(call, async ({ administration }) => {
      const { defaults } = await readGlobalSettings(administration.db.read);
      const fields = {
        ...userFieldsOf(call.options, defaults),
        ...withoutUndefined({ lockPassword: switchOf(call.options, LOCK_OPTION.name) }),
      };
      const user = await addUser(administration, { username, password, fields, home: 'derived' });
      call.print(userTable([user]));
    });
  },
};

export const updateUserCommand: CliCommand = {
  arguments: [{ name: 'id|username' }],
  options: [
    { name: 'username', takes: 'name', help: 'new name' },
    {
      name: 'password',
      takes: 'password',
      help: 'new password; - reads it from the standard input',
    },
    ...USER_OPTIONS,
    LOCK_OPTION,
  ],
  settings: ['root', ...STORAGE_SETTINGS, 'database', 'config'],
  details: `Changes only the given fields. A new password ends all sessions of the user. The only
administrator cannot be demoted. Digits alone are always an id.`,
  examples: [
    'filebrowser users update ann --perm.share=false --locale de',
    'filebrowser users update 2 --username anna',
    'pass show files/ann | filebrowser users update ann --password -',
  ],
  async run(call) {
    const [typed = ''] = call.arguments;
    if (call.options.size === 0)
      throw new StartupError('no change is given; see users update --help');
    const password = await newPassword(call);
    await withAdministration(call, async ({ administration }) => {
      const user = await userNamed(administration.db.read, typed);
      const changes = {
        ...userFieldsOf(call.options, user),
        ...withoutUndefined({
          username: call.options.get('username'),
          lockPassword: switchOf(call.options, LOCK_OPTION.name),
          password,
        }),
      };
      call.print(userTable([await changeUser(administration, user.id, changes)]));
    });
  },
};

async function newPassword(call: CliCall): Promise<{ plain: string } | undefined> {
  const typed = call.options.get('password');
  return typed === undefined ? undefined : { plain: await typedPassword(typed, call) };
}

export const findUserCommand: CliCommand = {
  arguments: [{ name: 'id|username' }],
  options: [JSON_OPTION],
  details: `Digits alone are always an id. Password hashes are never shown.`,
  examples: ['filebrowser users find ann', 'filebrowser users find 2 --json'],
  async run(call) {
    const [typed = ''] = call.arguments;
    await withAdministration(call, async ({ administration }) => {
      const user = await userNamed(administration.db.read, typed);
      const isForPrograms = switchOf(call.options, JSON_OPTION.name) === true;
      call.print(
        isForPrograms ? JSON.stringify(userRecord(user), undefined, 2) : userDetails(user),
      );
    });
  },
};

export const listUsersCommand: CliCommand = {
  options: [JSON_OPTION],
  details: `Lists users in the order of their ids. Password hashes are never shown.`,
  examples: ['filebrowser users ls', "filebrowser users ls --json | jq -r '.[].username'"],
  async run(call) {
    await withAdministration(call, async ({ administration }) => {
      const users = await listUsers(administration.db.read);
      const isForPrograms = switchOf(call.options, JSON_OPTION.name) === true;
      call.print(
        isForPrograms ? JSON.stringify(users.map(userRecord), undefined, 2) : userTable(users),
      );
    });
  },
};

export const removeUserCommand: CliCommand = {
  arguments: [{ name: 'id|username' }],
  settings: ['root', ...STORAGE_SETTINGS, 'database', 'config'],
  details: `Removes the user's sessions, shares and unfinished uploads too; keeps their files. The
only administrator cannot be removed. Digits alone are always an id.`,
  examples: ['filebrowser users rm ann', 'filebrowser users rm 2'],
  async run(call) {
    const [typed = ''] = call.arguments;
    await withAdministration(call, async ({ administration }) => {
      const { id, username } = await userNamed(administration.db.read, typed);
      await removeUser(administration, id);
      call.print(`${username} (id ${id}) is removed`);
    });
  },
};

/** Minimum length of a generated password: 16 characters and 96 bits. */
const MIN_PASSWORD_BYTES = 12;
/** Bytes of each character in base64. */
const BYTES_PER_CHARACTER = 3 / 4;

export const resetPasswordCommand: CliCommand = {
  arguments: [{ name: 'id|username' }],
  options: [
    {
      name: 'password',
      takes: 'password',
      help: 'new password; - reads it from the standard input',
    },
  ],
  details: `For users who have lost their password, including the administrator. Without
--password, a random one is generated and printed once. All sessions of the user end
at once; a locked password stays locked. Digits alone are always an id.`,
  examples: [
    'filebrowser users reset-password admin',
    'pass show files/ann | filebrowser users reset-password ann --password -',
  ],
  async run(call) {
    const [typed = ''] = call.arguments;
    const given = call.options.get('password');
    const chosen = given === undefined ? undefined : await typedPassword(given, call);
    await withAdministration(call, async ({ administration }) => {
      const { db } = administration;
      const { id, username } = await userNamed(db.read, typed);
      const { minimumPasswordLength } = await readGlobalSettings(db.read);
      const plain = chosen ?? randomPassword(minimumPasswordLength);
      await changeUser(administration, id, { password: { plain } });
      call.printNotice(`${username} has a new password, and all of their sessions have ended.`);
      if (chosen === undefined) call.print(plain);
    });
  },
};

function randomPassword(minimumLength: number): string {
  const bytes = Math.max(MIN_PASSWORD_BYTES, Math.ceil(minimumLength * BYTES_PER_CHARACTER));
  return randomBytes(bytes).toString('base64url');
}

const MAX_CHARACTERS = 8_192;

/**
 * Returns the typed password, or with `-` the first line of the standard input, so that it appears in no process list
 * and no history.
 */
export async function typedPassword(
  typed: string,
  { stdin, printNotice }: Pick<CliCall, 'stdin' | 'printNotice'>,
): Promise<string> {
  if (typed !== '-') return typed;
  if (stdin.isTTY === true)
    printNotice('Type the password and press Enter. It is visible on the screen.');
  return firstLine(stdin);
}

async function firstLine(stdin: CliCall['stdin']): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8'); // a character may arrive in two chunks
  for await (const chunk of stdin) {
    text += chunk.toString();
    const [line = '', ...rest] = text.split(/\r?\n/);
    if (rest.length > 0) return line;
    if (text.length > MAX_CHARACTERS) throw new StartupError('the password is too long');
  }
  return text;
}

/** Returns a user as JSON output for other programs: the fields of the API, without the password. */
export function userRecord(user: StoredUser): Omit<ListedUser, 'password'> {
  const { passwordHash: _, createdAt: __, updatedAt: ___, lastSeenAt, ...shown } = user;
  const lastSeen = lastSeenAt === undefined ? undefined : new Date(lastSeenAt).toISOString();
  return { ...shown, ...withoutUndefined({ lastSeen }) };
}

/** Formats one user per line. */
export function userTable(users: readonly StoredUser[]): string {
  const head = ['ID', 'Username', 'Scope', 'Permissions', 'Password', 'Last seen'];
  const rows = users.map((user) => [
    String(user.id),
    user.username,
    user.scope,
    permissionsText(user),
    user.lockPassword ? 'locked' : '',
    timeText(user.lastSeenAt),
  ]);
  return table([head, ...rows]);
}

/** Formats all fields of a user, one per line. */
export function userDetails(user: StoredUser): string {
  return table([
    ['ID', String(user.id)],
    ['Username', user.username],
    ['Scope', user.scope],
    ['Permissions', permissionsText(user)],
    ['Password', user.lockPassword ? 'locked' : 'may be changed by the user'],
    ['Language', user.locale],
    ['View', user.viewMode],
    ['Sorting', `${user.sorting.by}, asc ${user.sorting.asc}`],
    ['Single click', yesOrNo(user.singleClick)],
    ['Go to copies', yesOrNo(user.redirectAfterCopyMove)],
    ['Hide dot files', yesOrNo(user.hideDotfiles)],
    ['Exact dates', yesOrNo(user.dateFormat)],
    ['Editor theme', user.aceEditorTheme],
    ['Commands', user.commands.join(' ')],
    ['Rules', String(user.rules.length)],
    ['Last seen', timeText(user.lastSeenAt)],
  ]);
}

function permissionsText({ perm }: Pick<StoredUser, 'perm'>): string {
  const granted = PERMISSIONS.filter((name) => perm[name]);
  if (granted.length === PERMISSIONS.length) return 'all';
  return granted.length === 0 ? 'none' : granted.join(' ');
}

function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

/** Formats a time to the minute in UTC; `never` for undefined. */
export function timeText(ms: number | undefined): string {
  if (ms === undefined) return 'never';
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Finds a user by name or by id: digits are always an id. Throws a StartupError if there is none. */
export async function userNamed(db: Reader, typed: string): Promise<StoredUser> {
  const isId = /^\d+$/.test(typed);
  const user = await (isId ? findUserById(db, Number(typed)) : findUserByName(db, typed));
  if (user !== undefined) return user;
  throw new StartupError(`there is no user ${isId ? 'with id ' : ''}${typed}`);
}
