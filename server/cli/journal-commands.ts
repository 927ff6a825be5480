import { StartupError } from '../lib/startup-error.ts';
import { table } from '../lib/table.ts';
import {
  type UnrecoveredRecord,
  listUnrecoveredRecords,
  dropUnrecoveredRecord,
} from '../tree/unrecovered-records.ts';
import { type CliCommand, JSON_OPTION } from './cli-command.ts';
import { withAdministration } from './open-administration.ts';
import { switchOf } from './option-values.ts';

export const listJournalCommand: CliCommand = {
  options: [JSON_OPTION],
  settings: ['database', 'config'],
  details: `Lists the interrupted operations and uploads that the last recovery
could not complete, because nothing proves that their work is done or that their
files are gone. Usually the disk that they are on is not mounted: mount it, and
the server tries again within half an hour, or when it is restarted. Otherwise
remove an entry with "journal drop".`,
  examples: ['filebrowser journal ls', 'filebrowser journal ls --json'],
  async run(call) {
    await withAdministration(call, async ({ administration: { db } }) => {
      const kept = await listUnrecoveredRecords(db.read);
      const isForPrograms = switchOf(call.options, JSON_OPTION.name) === true;
      call.print(isForPrograms ? jsonOf(kept) : tableOf(kept));
    });
  },
};

function jsonOf(kept: readonly UnrecoveredRecord[]): string {
  const records = kept.map(({ id, kind, path, to, reason }) => ({
    entry: id,
    kind,
    path,
    ...(to !== undefined && { to }),
    reason,
  }));
  return JSON.stringify(records, undefined, 2);
}

function tableOf(kept: readonly UnrecoveredRecord[]): string {
  const rows = kept.map((entry) => [entry.id, recordText(entry), entry.reason]);
  return table([['Entry', 'Interrupted', 'Reason'], ...rows]);
}

export const dropJournalEntryCommand: CliCommand = {
  arguments: [{ name: 'entry' }],
  settings: ['database', 'config'],
  details: `Removes an entry of "journal ls" from the journal. The operation is then neither
completed nor undone, and no file is changed. If the disk comes back after all,
"temporary-files ls" finds what the operation has left on it.`,
  examples: ['filebrowser journal drop operation-12'],
  async run(call) {
    const [id = ''] = call.arguments;
    await withAdministration(call, async ({ administration: { db } }) => {
      const dropped = await dropUnrecoveredRecord(db, id);
      if (dropped === undefined) {
        throw new StartupError(`no kept entry "${id}"; see journal ls`);
      }
      call.print(`${id} is dropped: ${recordText(dropped)}`);
    });
  },
};

const ACTIONS: Readonly<Record<UnrecoveredRecord['kind'], string>> = {
  copy: 'copy of',
  move: 'move of',
  delete: 'deletion of',
  write: 'file written to',
  discard: 'temporary file',
  purge: 'deletion from the trash of',
  upload: 'upload in',
};

/** Describes an interrupted operation in a few words. */
export function recordText({ kind, path, to }: UnrecoveredRecord): string {
  const item = `${ACTIONS[kind]} ${path}`;
  return to === undefined ? item : `${item} to ${to}`;
}
