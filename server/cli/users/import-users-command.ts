import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { z } from 'zod';
import { removeTemporaryFiles } from '../../administration/users/remove-user.ts';
import { writeExport, readImport, readText } from '../../compat/filebrowser2/export-files.ts';
import type { Reader } from '../../metadata/database.ts';
import { listUsers } from '../../metadata/users.ts';
import { type CliCall, type CliCommand, STORAGE_SETTINGS } from '../cli-command.ts';
import { type OpenAdministration, withAdministration } from '../open-administration.ts';
import { choiceOf, switchOf } from '../option-values.ts';
import { readCsvUsers } from './csv-users.ts';
import { userExport } from './export-users.ts';
import {
  completeUsers,
  type ReadUser,
  type ImportedUser,
  UserRecord,
  importUsers,
  type TakenIds,
} from './import-users.ts';

export const importUsersCommand: CliCommand = {
  arguments: [{ name: 'file' }],
  options: [
    {
      name: 'format',
      takes: 'format',
      help: 'json, yaml or csv, regardless of the file extension',
    },
    {
      name: 'overwrite',
      help: 'replace existing users with the same id, or the same name if no id is given',
    },
    { name: 'replace', help: 'replace all users; users who are not in the file are removed' },
  ],
  settings: ['root', ...STORAGE_SETTINGS, 'database', 'config'],
  details: `Reads an export of "users export" of this program or of File Browser 2, as JSON or
YAML, or users of another source, also as CSV. Imports all of them, or none if there
is a mistake. Ids and hashes are kept.

The first line of CSV names its columns: username, password (plain, or a bcrypt or
argon2 hash), scope, locale, permissions (a list of words) or one column for each,
commands, and the other fields of a user. An empty cell means the default for new
users. JSON and YAML have a plain password in plainPassword.

--replace first writes the existing users to users.backup.json. Shares and unfinished
uploads of removed users are removed; their files stay. At least one user must be an
administrator.`,
  examples: [
    'filebrowser users import users.json',
    'filebrowser users import users.yaml --overwrite',
    'filebrowser users import staff.csv',
    'filebrowser users import users.json --replace',
  ],
  async run(call) {
    const [file = ''] = call.arguments;
    const read = await usersIn(call, resolve(call.surroundings.workingFolder, file));
    const taken = takenIdsOf(call);
    await withAdministration(
      call,
      async (opened) => {
        const { administration } = opened;
        const users = await completeUsers(
          administration.db.read,
          await read(administration.db.read),
        );
        if (taken === 'replace') await backUp(opened, call);
        const temporaryFiles = await administration.db.write(
          (tx) => importUsers(tx, users, taken),
          {
            isLong: true,
          },
        );
        await removeTemporaryFiles(administration, temporaryFiles);
        warnAboutSharing(call, users);
        call.printNotice(`${users.length} ${users.length === 1 ? 'user' : 'users'} imported`);
      },
      'create',
    );
  },
};

/** Reads the file. Returns a function that completes its users with the database. */
async function usersIn(
  { options }: CliCall,
  path: string,
): Promise<(db: Reader) => Promise<readonly ReadUser[]>> {
  const format = choiceOf(options, 'format', ['json', 'yaml', 'csv']);
  const ending = format === undefined ? extname(path) : `.${format}`;
  if (ending.toLowerCase() === '.csv') {
    const text = await readText(path);
    return (db) => readCsvUsers(db, path, text);
  }
  const users = await readImport(path, z.array(UserRecord), ending);
  return async () => users.map((user) => ({ position: `${path}: ${user.username}`, user }));
}

/** Warns about users with the permission to share but not to download, which older versions of File Browser 2 allowed. */
function warnAboutSharing(call: CliCall, users: readonly ImportedUser[]): void {
  const names = users
    .filter(({ perm }) => perm.share && !perm.download)
    .map(({ username }) => username);
  if (names.length === 0) return;
  call.printNotice(
    `these users have the permission to share but not to download, so they cannot create shares: ${names.join(', ')}`,
  );
}

function takenIdsOf({ options }: CliCall): TakenIds {
  if (switchOf(options, 'replace') === true) return 'replace';
  return switchOf(options, 'overwrite') === true ? 'overwrite' : 'refuse';
}

async function backUp({ administration }: OpenAdministration, call: CliCall): Promise<void> {
  const users = await listUsers(administration.db.read);
  if (users.length === 0) return;
  const path = freePath(call.surroundings.workingFolder);
  await writeExport(path, userExport(users));
  call.printNotice(`the existing users were saved to ${path}`);
}

/** Returns an unused path for the backup, so that it replaces no earlier one. */
function freePath(folder: string): string {
  for (let count = 1; ; count += 1) {
    const path = resolve(folder, `users.backup${count === 1 ? '' : `-${count}`}.json`);
    if (!existsSync(path)) return path;
  }
}
