import { invitationPageUrl } from '#contract/invitations.ts';
import { inviteUser } from '../../administration/users/invite-user.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { CliCommand } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { timeText, userNamed } from './users-commands.ts';

const SERVER_OPTION = {
  name: 'server',
  takes: 'address',
  help: 'address at which users open File Browser, for a complete link',
};

export const inviteCommand: CliCommand = {
  arguments: [{ name: 'id|username' }],
  options: [SERVER_OPTION],
  settings: ['baseURL', 'database', 'config'],
  details: `Prints a link with which the user can choose a password, once and within a week. It
replaces the previous link. Pass it on privately: anyone with the link can set the
password. Without --server, only the part behind the address of the server is printed.
Digits alone are always an id.`,
  examples: [
    'filebrowser users invite ann --server https://files.example.org',
    'filebrowser users invite 2',
  ],
  async run(call) {
    const [typed = ''] = call.arguments;
    const server = originOf(call.options.get(SERVER_OPTION.name));
    await withAdministration(call, async ({ administration, values }) => {
      const { id, username } = await userNamed(administration.db.read, typed);
      const { token, expiresAt } = await inviteUser(administration, id);
      call.printNotice(
        `With this link, ${username} can choose a password until ${timeText(expiresAt)}:`,
      );
      call.print(`${server}${values.baseURL}${invitationPageUrl(token)}`);
    });
  },
};

/** Returns the scheme, host and port of an address; '' without one. The path is that of the settings. */
function originOf(address: string | undefined): string {
  if (address === undefined) return '';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url.origin;
  throw new StartupError(
    `--server: ${address} is not an address such as https://files.example.org`,
  );
}
