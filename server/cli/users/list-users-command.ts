import { listUsers } from '../../metadata/users.ts';
import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { switchOf } from '../option-values.ts';
import { userRecord, userTable } from './shown-user.ts';

export const listUsersCommand: CliCommand = {
  options: [JSON_OPTION],
  details: 'In the order of their ids. Hashes of passwords are never shown.',
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
