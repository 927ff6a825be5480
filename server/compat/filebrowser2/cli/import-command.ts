import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DatabaseConfig } from '../../../config/config.ts';
import { readOuterSources } from '../../../config/read-outer-sources.ts';
import { openDatabase } from '../../../metadata/database.ts';
import { whileUnused } from '../../../metadata/lease-database.ts';
import { reportText, type MigrationReportDocument } from '../migration/migration-report.ts';
import { requireNewDatabase } from '../migration/store-migration.ts';
import { type CliCommand, JSON_OPTION } from '../../../cli/cli-command.ts';
import { switchOf } from '../../../cli/option-values.ts';
import { printable } from '../../../lib/table.ts';
import { requireUnlocked, requireWritableFolder } from '../migration/preconditions.ts';
import { readSource } from '../migration/read-source.ts';
import { planFrom, storePlanned } from '../migration/migrate.ts';

export const importCommand: CliCommand = {
  arguments: [{ name: 'file', many: true }],
  options: [
    { name: 'dryRun', help: 'report what would be imported, and store nothing' },
    JSON_OPTION,
  ],
  settings: ['root', 'database', 'config'],
  details: `Migrates a database of File Browser 2: users with their passwords, rules, settings and
shares, all of it or nothing, into a new database. The old file is not changed; stop
File Browser 2 first. A server that is started with the old file does the same. If
--database names the old file itself, the new one is created beside it, with the ending
.sqlite.

Exports of "config export" and "users export" can be imported too, as JSON or YAML, one
of them or both. They contain no shares.`,
  examples: [
    'filebrowser import /old/filebrowser.db --database /new/filebrowser.sqlite',
    'filebrowser import filebrowser.db --dryRun --json',
    'filebrowser import config.json users.json --database /new/filebrowser.sqlite',
  ],
  async run({ arguments: files, options, flags, surroundings, print, printNotice }) {
    const paths = files.map((file) => resolve(surroundings.workingFolder, file));
    const isDry = switchOf(options, 'dryRun') === true;
    const outer = await readOuterSources(flags, surroundings);
    const target = outer.database;
    await (isDry ? requireNew(target) : requirePreconditions(paths, target));
    const planned = await planFrom(await readSource(paths), outer);
    if (!isDry) {
      const isStored = await whileUnused(target, inUse(target), () =>
        storePlanned(planned, target),
      );
      if (!isStored) await requireNew(target);
    }
    const { report } = planned.migration;
    const document: MigrationReportDocument = { files: paths, database: nameOf(target), ...report };
    print(
      switchOf(options, 'json') === true
        ? JSON.stringify({ ...document, isDry }, null, 2)
        : reportText(report).split('\n').map(printable).join('\n'),
    );
    printNotice(isDry ? 'nothing was stored' : `stored in ${nameOf(target)}`);
  },
};

function inUse(target: DatabaseConfig): string {
  return `the database ${nameOf(target)} is in use by a File Browser server. Stop that server first: an import is for a new database.`;
}

/** Throws if File Browser 2 uses one of the databases, or if a new database beside it would not persist. */
async function requirePreconditions(
  paths: readonly string[],
  target: DatabaseConfig,
): Promise<void> {
  for (const path of paths.filter((each) => existsSync(each))) await requireUnlocked(path);
  if (target.kind === 'sqlite' && target.legacyFile !== undefined && !existsSync(target.file)) {
    requireWritableFolder(target.legacyFile, target.file);
  }
}

/** Throws unless the database is new. Does not open a missing one, because that would create it. */
async function requireNew(target: DatabaseConfig): Promise<void> {
  if (target.kind === 'sqlite' && !existsSync(target.file)) return;
  const database = await openDatabase(target);
  try {
    await requireNewDatabase(database.read);
  } finally {
    await database.close();
  }
}

/** Returns a name for messages. It never contains the address, which may include a password. */
function nameOf(target: DatabaseConfig): string {
  return target.kind === 'sqlite' ? target.file : 'PostgreSQL';
}
