import { addUser } from '../../administration/users/add-user.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import { readGlobalSettings } from '../../metadata/settings.ts';
import type { CliCommand } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { switchOf } from '../option-values.ts';
import { USER_OPTIONS, userFieldsOf } from '../user-options.ts';
import { LOCK_OPTION } from './lock-option.ts';
import { userTable } from './shown-user.ts';
import { typedPassword } from './typed-password.ts';

export const addUserCommand: CliCommand = {
  arguments: [{ name: 'username' }, { name: 'password' }],
  options: [...USER_OPTIONS, LOCK_OPTION],
  settings: ['root', 'database', 'config'],
  details: `What is not said comes from the defaults for new users ("config set"). The folder
they see is made where it is missing; without --scope, and while createUserDir is
on, it is one of their own. With - as password, the first line of the standard
input is taken.`,
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
