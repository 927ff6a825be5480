import { existsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readOuterSources } from '../config/read-outer-sources.ts';
import { flush, publishDatabaseFile } from '../metadata/publish-database-file.ts';
import { StartupError } from '../lib/startup-error.ts';
import { copyDatabase } from '../metadata/copy-database.ts';
import type { CliCommand } from './cli-command.ts';

const ONLY_OWNER = 0o600;

export const backupCommand: CliCommand = {
  arguments: [{ name: 'file' }],
  details: `Copies the database in its present state, also while the server runs, and verifies
the copy. Only its owner can read it, because it contains users, password hashes and
the addresses of shares. An existing file is never replaced. For a database in
PostgreSQL, use pg_dump. Served files are not copied.

To restore it, stop the server, replace the database by the copy, remove the files
beside it that end in -wal and -shm, and start the server. If the served files were
restored from a backup too, run "shares adopt --all".`,
  examples: ['filebrowser backup /backups/filebrowser-2026-11-22.db'],
  async run({ arguments: [typed = ''], flags, surroundings, printNotice }) {
    const target = resolve(surroundings.workingFolder, typed);
    const { database } = await readOuterSources(flags, surroundings);
    if (database.kind === 'postgres') {
      throw new StartupError('the database is in PostgreSQL; make the backup with pg_dump');
    }
    const { file, legacyFile } = database;
    if (!existsSync(file) && legacyFile !== undefined) {
      throw new StartupError(
        `${legacyFile} is a database of File Browser 2. Stop File Browser 2 and copy the file.`,
      );
    }
    if (!existsSync(file)) {
      throw new StartupError(`the database ${file} does not exist. Set another with --database.`);
    }
    await backUp(file, target);
    printNotice(`wrote ${target} (${(await stat(target)).size} bytes)`);
  },
};

/** Copies the database to a temporary file, and publishes it when it is complete. */
async function backUp(file: string, target: string): Promise<void> {
  if (existsSync(target)) throw taken(target);
  const temporaryFile = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  try {
    await (await open(temporaryFile, 'wx', ONLY_OWNER)).close();
    await copyDatabase(file, temporaryFile);
    flush(temporaryFile);
    if (!publishDatabaseFile(temporaryFile, target)) throw taken(target);
  } catch (cause) {
    if (cause instanceof StartupError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartupError(`${target} cannot be written (${code})`, { cause });
  } finally {
    await rm(temporaryFile, { force: true });
  }
}

function taken(target: string): StartupError {
  return new StartupError(`${target} exists already; a backup never replaces a file`);
}
