import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DatabaseConfig, ListenConfig, LogConfig } from './config.ts';
import { migratedFileOf, migrationReportOf } from './database-file.ts';

/** Endings of the files that belong to a SQLite database: its own, those that SQLite keeps beside it, and the server's lease. */
const COMPANIONS = ['', '-wal', '-shm', '-journal', '.lease'];

/**
 * Returns absolute paths of the server's own files, whether they exist or not. They may be inside the served folder
 * (`-r . -d ./filebrowser.db` is common), where no user may list, read or write them.
 */
export async function protectedPaths(state: {
  readonly database: DatabaseConfig;
  readonly listen: ListenConfig;
  readonly log: LogConfig;
  /** Includes paths without a file. */
  readonly configPaths: readonly string[];
}): Promise<string[]> {
  const { database, listen, log, configPaths } = state;
  const files: string[] = [];
  if (database.kind === 'sqlite') {
    files.push(...(await databaseFiles(database)));
  }
  if (listen.kind === 'tcp' && listen.tls !== undefined)
    files.push(listen.tls.cert, listen.tls.key);
  if (log.kind === 'file') files.push(log.path);
  files.push(...configPaths);

  const paths = files.map(async (file) => [await pathInRealFolder(file), await realPathOf(file)]);
  return [...new Set((await Promise.all(paths)).flat())];
}

async function databaseFiles({
  file,
  legacyFile,
}: Extract<DatabaseConfig, { kind: 'sqlite' }>): Promise<string[]> {
  const migrated = migratedFileOf(file);
  const databases = [file, migrated];
  // The database of File Browser 2 is kept and contains password hashes. The report contains user names.
  if (legacyFile !== undefined) databases.push(legacyFile);
  const files: string[] = [];
  for (const database of new Set(databases)) {
    // SQLite puts the companions beside the file itself, also when it was opened through a symlink.
    const real = await realPathOf(database);
    files.push(...COMPANIONS.map((ending) => real + ending), database);
  }
  for (const report of [migrationReportOf(file), migrationReportOf(migrated)]) {
    files.push(report, `${report}.part`);
  }
  return files;
}

/** Returns the path with the symlinks of its folder resolved, but not a symlink at the path itself. */
async function pathInRealFolder(file: string): Promise<string> {
  const folder = dirname(file);
  const real = await realpath(folder).catch(() => folder);
  return join(real, basename(file));
}

async function realPathOf(file: string): Promise<string> {
  return realpath(file).catch(() => pathInRealFolder(file));
}
