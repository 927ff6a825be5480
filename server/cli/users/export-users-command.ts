import { resolve } from 'node:path';
import { listUsers } from '../../metadata/users.ts';
import type { CliCommand } from '../cli-command.ts';
import { exportFormatOf, writeExport } from '../../compat/filebrowser2/write-export.ts';
import { withAdministration } from '../open-administration.ts';
import { userExport } from './user-export.ts';

export const exportUsersCommand: CliCommand = {
  arguments: [{ name: 'file' }],
  details: `Writes every user with the hash of their password, as JSON or YAML by the ending of
the name; only the owner of the file may read it. "users import" reads it again.
File Browser 2 does not know argon2 hashes: there, those users need new passwords.`,
  examples: ['filebrowser users export users.json', 'filebrowser users export users.yaml'],
  async run(call) {
    const [typed = ''] = call.arguments;
    const path = resolve(call.surroundings.workingFolder, typed);
    exportFormatOf(path); // before anything is opened
    await withAdministration(call, async ({ administration }) => {
      const users = await listUsers(administration.db.read);
      await writeExport(path, userExport(users));
    });
    call.tell(`wrote ${path}`);
  },
};
