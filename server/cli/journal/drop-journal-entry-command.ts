import { StartupError } from '../../lib/startup-error.ts';
import { dropKeptEntry } from '../../tree/kept-entries.ts';
import type { CliCommand } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { keptEntryText } from './kept-entry-text.ts';

export const dropJournalEntryCommand: CliCommand = {
  arguments: [{ name: 'entry' }],
  settings: ['database', 'config'],
  details: `Removes an entry of "journal ls" from the journal. The operation is then neither
finished nor undone, and no file is changed. When the disk comes back after all,
"temporary-files ls" finds what the operation has left on it.`,
  examples: ['filebrowser journal drop operation-12'],
  async run(call) {
    const [id = ''] = call.arguments;
    await withAdministration(call, async ({ administration: { db } }) => {
      const dropped = await dropKeptEntry(db, id);
      if (dropped === undefined) {
        throw new StartupError(`no kept entry "${id}"; see journal ls`);
      }
      call.print(`${id} is dropped: ${keptEntryText(dropped)}`);
    });
  },
};
