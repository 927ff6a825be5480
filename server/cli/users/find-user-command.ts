import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { switchOf } from '../option-values.ts';
import { userDetails, userRecord } from './shown-user.ts';
import { userNamed } from './user-named.ts';

export const findUserCommand: CliCommand = {
  arguments: [{ name: 'id|username' }],
  options: [JSON_OPTION],
  details: 'Digits alone are always an id. Hashes of passwords are never shown.',
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
