import type { User } from '#contract/users.ts';
import { resolve } from 'node:path';
import { exportFormatOf, writeExport } from '../../compat/filebrowser2/export-files.ts';
import { listUsers, type StoredUser } from '../../metadata/users.ts';
import type { CliCommand } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';

export const exportUsersCommand: CliCommand = {
  arguments: [{ name: 'file' }],
  details: `Writes all users with their password hashes, as JSON or YAML by the ending of the
name. Only the owner can read the file. "users import" reads it again. File Browser 2
does not support argon2 hashes: there, these users need new passwords.`,
  examples: ['filebrowser users export users.json', 'filebrowser users export users.yaml'],
  async run(call) {
    const [typed = ''] = call.arguments;
    const path = resolve(call.surroundings.workingFolder, typed);
    exportFormatOf(path); // before anything is opened
    await withAdministration(call, async ({ administration }) => {
      const users = await listUsers(administration.db.read);
      await writeExport(path, userExport(users));
    });
    call.printNotice(`wrote ${path}`);
  },
};

/**
 * Returns users in the format of File Browser 2, with keys in its order and the hash as password (compatibility.md
 * 9.4).
 */
export function userExport(users: readonly StoredUser[]): User[] {
  return users.map((user) => ({
    id: user.id,
    username: user.username,
    password: user.passwordHash,
    scope: user.scope,
    locale: user.locale,
    lockPassword: user.lockPassword,
    viewMode: user.viewMode,
    singleClick: user.singleClick,
    redirectAfterCopyMove: user.redirectAfterCopyMove,
    perm: user.perm,
    commands: user.commands,
    sorting: user.sorting,
    rules: user.rules,
    hideDotfiles: user.hideDotfiles,
    dateFormat: user.dateFormat,
    aceEditorTheme: user.aceEditorTheme,
  }));
}
