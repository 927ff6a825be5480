import { type KeptEntry, listKeptEntries } from '../../tree/kept-entries.ts';
import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { withAdministration } from '../open-administration.ts';
import { switchOf } from '../option-values.ts';
import { table } from '../../lib/table.ts';
import { keptEntryText } from './kept-entry-text.ts';

export const listJournalCommand: CliCommand = {
  options: [JSON_OPTION],
  settings: ['database', 'config'],
  details: `Lists the interrupted operations, temporary files and uploads that the last recovery
could not complete, because nothing proves that their work is done or that their
files are gone. Usually the disk that they are on is not mounted: mount it and
restart the server. Otherwise remove an entry with "journal drop".`,
  examples: ['filebrowser journal ls', 'filebrowser journal ls --json'],
  async run(call) {
    await withAdministration(call, async ({ administration: { db } }) => {
      const kept = await listKeptEntries(db.read);
      const isForPrograms = switchOf(call.options, JSON_OPTION.name) === true;
      call.print(isForPrograms ? jsonOf(kept) : tableOf(kept));
    });
  },
};

function jsonOf(kept: readonly KeptEntry[]): string {
  const records = kept.map(({ id, kind, path, to, reason }) => ({
    entry: id,
    kind,
    path,
    ...(to !== undefined && { to }),
    reason,
  }));
  return JSON.stringify(records, undefined, 2);
}

function tableOf(kept: readonly KeptEntry[]): string {
  const rows = kept.map((entry) => [entry.id, keptEntryText(entry), entry.reason]);
  return table([['Entry', 'Interrupted', 'Reason'], ...rows]);
}
