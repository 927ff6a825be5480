import { StartupError } from '../../lib/startup-error.ts';
import type { CliCommand } from '../cli-command.ts';
import { withTemporaryFiles } from './with-temporary-files.ts';

export const removeTemporaryFileCommand: CliCommand = {
  arguments: [{ name: 'path' }],
  settings: ['root', 'database', 'config'],
  details: `Removes a temporary file, or a temporary folder with everything in it. One that
belongs to an upload or an interrupted operation is refused.`,
  examples: ['filebrowser temporary-files rm /docs/.filebrowser-1f.part'],
  async run(call) {
    const [typed = ''] = call.arguments;
    await withTemporaryFiles(call, async ({ walks, require }) => {
      const entry = await require(typed);
      const left = await walks.remove({ entry }, { signal: new AbortController().signal });
      if (left.count > 0) throw new StartupError(`${left.count} entries cannot be removed`);
      call.print(`${typed} is removed`);
    });
  },
};
