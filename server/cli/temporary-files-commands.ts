import { nameOf, parseTreePath } from '#contract/paths.ts';
import { isTemporaryName, TRASH_NAME } from '#contract/temporary-names.ts';
import { StartupError } from '../lib/startup-error.ts';
import { table } from '../lib/table.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { ROOT_MARKER } from '../storage/temporary-name.ts';
import type { TemporaryEntry } from '../storage/walk-outcomes.ts';
import { giveFreeName } from '../tree/conflict.ts';
import { refOf } from '../tree/entry-paths.ts';
import { probableOrigin, findUnknownTemporaryFiles, knownNames } from '../tree/temporary-files.ts';
import { guarded } from '../storage/guarded-driver.ts';
import type { TreeWalks } from '../storage/tree-walks.ts';
import { type CliCall, type CliCommand, JSON_OPTION, STORAGE_SETTINGS } from './cli-command.ts';
import { sizeText } from './doctor/finding.ts';
import { withAdministration } from './open-administration.ts';
import { switchOf } from './option-values.ts';
import { timeText } from './users/users-commands.ts';
import type { EntryRef } from '../storage/entry.ts';

export const listTemporaryFilesCommand: CliCommand = {
  options: [JSON_OPTION],
  settings: ['root', ...STORAGE_SETTINGS, 'database', 'config'],
  details: `Reads the whole tree, and lists the temporary files that belong to no upload and no
interrupted operation, with their probable origin. A power cut, or a database from an
older backup, can leave such files. Users never see them. Restore one with
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

export const restoreTemporaryFileCommand: CliCommand = {
  arguments: [{ name: 'path' }],
  options: [{ name: 'name', takes: 'name', help: 'new name; default: "recovered"' }],
  settings: ['root', ...STORAGE_SETTINGS, 'database', 'config'],
  details: `Gives a temporary file or folder a visible name in its folder. A taken name gets a
number.`,
  examples: ['filebrowser temporary-files restore /a/.filebrowser-1f.part --name b.txt'],
  async run(call) {
    const [typed = ''] = call.arguments;
    await withTemporaryFiles(call, async ({ driver, require }) => {
      const from = await require(typed);
      const name = call.options.get('name') ?? 'recovered';
      const path = await giveFreeName({ driver }, from, { folder: from.folder, name });
      call.print(`${typed} was restored as ${path}`);
    });
  },
};

export const removeTemporaryFileCommand: CliCommand = {
  arguments: [{ name: 'path' }],
  settings: ['root', ...STORAGE_SETTINGS, 'database', 'config'],
  details: `Removes a temporary file, or a temporary folder with everything in it. Refuses those
that belong to an upload or an interrupted operation.`,
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

/** Names that the server itself uses. */
const OURS: ReadonlySet<string> = new Set([ROOT_MARKER, TRASH_NAME]);

interface TemporaryFiles {
  readonly driver: StorageDriver;
  readonly walks: TreeWalks;
  find(): Promise<TemporaryEntry[]>;
  /**
   * Returns the temporary file at a typed path. Throws a StartupError if it does not exist, or if an operation or
   * upload needs it.
   */
  require(typed: string): Promise<EntryRef>;
}

/** Runs `work` on the temporary files below the root. */
export async function withTemporaryFiles(
  call: CliCall,
  work: (files: TemporaryFiles) => Promise<void>,
): Promise<void> {
  await withAdministration(call, async ({ administration: { db }, openRoot }) => {
    const { driver, requireRoot } = openRoot();
    const { walks } = guarded(driver, requireRoot);
    await work({
      driver,
      walks,
      find: () => findUnknownTemporaryFiles(walks, db, new AbortController().signal),
      async require(typed) {
        const path = parseTreePath(typed);
        const isOurs = path !== undefined && OURS.has(nameOf(path));
        if (path === undefined || !isTemporaryName(nameOf(path)) || isOurs) {
          throw new StartupError(
            `"${typed}" is not the path of a temporary file; see temporary-files ls`,
          );
        }
        if ((await knownNames(db.read)).has(nameOf(path))) {
          throw new StartupError(`"${typed}" belongs to an upload or operation; it is kept`);
        }
        const entry = refOf(path);
        if ((await walks.stat({ entry })) === undefined) {
          throw new StartupError(`"${typed}" does not exist`);
        }
        return entry;
      },
    });
  });
}
