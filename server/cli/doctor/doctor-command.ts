import { ALL_SETTINGS } from '../../config/settings.ts';
import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { examine } from './examine.ts';
import { reportText } from './report.ts';

export const doctorCommand: CliCommand = {
  options: [JSON_OPTION],
  settings: ALL_SETTINGS.map(({ name }) => name),
  details: `Looks at everything that a server with the same flags, variables and configuration
file would stand on: the machine, the root, the database, who is let in and how.
Nothing is changed, and it can be run beside the server, best as the same user.
It ends with 1 when something is bad.`,
  examples: [
    'filebrowser doctor --root /srv/files --database /var/lib/filebrowser/fb.db',
    'filebrowser doctor --json',
  ],
  async run({ options, flags, surroundings, print }) {
    const findings = await examine({ flags, surroundings });
    const isForPrograms = options.get('json') === 'true';
    print(isForPrograms ? JSON.stringify(findings, undefined, 2) : reportText(findings));
    return findings.some(({ verdict }) => verdict === 'bad') ? 1 : 0;
  },
};
