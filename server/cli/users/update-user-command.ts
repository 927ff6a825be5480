import { changeUser } from '../../administration/users/change-user.ts';
import { withoutUndefined } from '../../lib/without-undefined.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { CliCall, CliCommand } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { switchOf } from '../option-values.ts';
import { USER_OPTIONS, userFieldsOf } from '../user-options.ts';
import { LOCK_OPTION } from './lock-option.ts';
import { userTable } from './shown-user.ts';
import { typedPassword } from './typed-password.ts';
import { userNamed } from './user-named.ts';

export const updateUserCommand: CliCommand = {
  arguments: [{ name: 'id|username' }],
  options: [
    { name: 'username', takes: 'name', help: 'another name' },
    { name: 'password', takes: 'password', help: 'another password; - takes it from a line' },
    ...USER_OPTIONS,
    LOCK_OPTION,
  ],
  settings: ['root', 'database', 'config'],
  details: `Only what is named changes. A new password ends all sessions of the user. The
only administrator has to stay one. Digits alone are always an id.`,
  examples: [
    'filebrowser users update ann --perm.share=false --locale de',
    'filebrowser users update 2 --username anna',
    'pass show files/ann | filebrowser users update ann --password -',
  ],
  async run(call) {
    const [typed = ''] = call.arguments;
    if (call.options.size === 0) throw new StartupError('nothing is named that should change');
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
