import { removeUser } from '../../administration/users/remove-user.ts';
import type { CliCommand } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { userNamed } from './user-named.ts';

export const removeUserCommand: CliCommand = {
  arguments: [{ name: 'id|username' }],
  settings: ['root', 'database', 'config'],
  details: `Their sessions, links and unfinished uploads go with them; their files stay. The
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
