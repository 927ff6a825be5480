import { giveFreeName } from '../../tree/conflict.ts';
import type { CliCommand } from '../cli-command.ts';
import { withTemporaryFiles } from './with-temporary-files.ts';

export const restoreTemporaryFileCommand: CliCommand = {
  arguments: [{ name: 'path' }],
  options: [{ name: 'name', takes: 'name', help: 'the name it gets; otherwise "recovered"' }],
  settings: ['root', 'database', 'config'],
  details: `Gives a temporary file or folder a name in the folder that holds it, so that users
see it. A name that is taken gets a number.`,
  examples: ['filebrowser temporary-files restore /a/.filebrowser-1f.part --name b.txt'],
  async run(call) {
    const [typed = ''] = call.arguments;
    await withTemporaryFiles(call, async ({ driver, require }) => {
      const from = await require(typed);
      const name = call.options.get('name') ?? 'recovered';
      const place = await giveFreeName({ driver }, from, { folder: from.folder, name });
      call.print(`${typed} is ${place} now`);
    });
  },
};
