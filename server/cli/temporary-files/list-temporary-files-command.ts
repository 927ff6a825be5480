import type { TemporaryEntry } from '../../storage/walk-outcomes.ts';
import { probableOrigin } from '../../tree/temporary-files.ts';
import { type CliCommand, JSON_OPTION } from '../cli-command.ts';
import { sizeText } from '../doctor/sizes.ts';
import { switchOf } from '../option-values.ts';
import { table } from '../../lib/table.ts';
import { timeText } from '../users/shown-user.ts';
import { withTemporaryFiles } from './with-temporary-files.ts';

export const listTemporaryFilesCommand: CliCommand = {
  options: [JSON_OPTION],
  settings: ['root', 'database', 'config'],
  details: `Reads the whole tree, and lists the temporary files that belong to no upload and no
interrupted operation, with what they probably are. A loss of power or a database
from an older backup can leave such files. Users never see them. Get one back with
"temporary-files restore", or remove it with "temporary-files rm".`,
  examples: ['filebrowser temporary-files ls', 'filebrowser temporary-files ls --json'],
  async run(call) {
    await withTemporaryFiles(call, async ({ find }) => {
      const found = await find();
      const isForPrograms = switchOf(call.options, JSON_OPTION.name) === true;
      call.print(isForPrograms ? jsonOf(found) : tableOf(found));
    });
  },
};

function jsonOf(found: readonly TemporaryEntry[]): string {
  const records = found.map((entry) => ({
    path: entry.path,
    kind: entry.kind,
    bytes: entry.bytes,
    modified: new Date(entry.modifiedMs).toISOString(),
    holds: entry.holds,
    probably: probableOrigin(entry),
  }));
  return JSON.stringify(records, undefined, 2);
}

function tableOf(found: readonly TemporaryEntry[]): string {
  const head = ['Modified', 'Size', 'Path', 'Probably'];
  const rows = found.map((entry) => [
    timeText(entry.modifiedMs),
    entry.kind === 'file' ? sizeText(entry.bytes) : 'folder',
    entry.path,
    probableOrigin(entry),
  ]);
  return table([head, ...rows]);
}
