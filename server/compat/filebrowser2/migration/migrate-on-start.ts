import { existsSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { migrationReportOf } from '../../../config/database-file.ts';
import type { OuterSources } from '../../../config/read-outer-sources.ts';
import { readValues } from '../../../config/read-values.ts';
import { StartupError } from '../../../lib/startup-error.ts';
import { printable } from '../../../lib/table.ts';
import type { Reader } from '../../../metadata/database.ts';
import { readMigrationSource } from '../../../metadata/settings.ts';
import { hasSameContents } from './file-fingerprint.ts';
import { planFrom, storePlanned } from './migrate.ts';
import {
  type MigrationReport,
  removeReport,
  writeReport,
  reportSummary,
} from './migration-report.ts';
import { requireUnlocked, requireWritableFolder } from './preconditions.ts';
import { readDatabase } from './read-source.ts';

/** The database of File Browser 2 that the configuration names, and ours beside it. */
export interface MigrationFiles {
  readonly legacyFile: string;
  readonly file: string;
}

/** Result of opening our database although the configuration names that of File Browser 2. */
export type MigrationStatus = MigrationFiles &
  (
    | { readonly kind: 'now'; readonly report: MigrationReport }
    | { readonly kind: 'before'; readonly at: number }
    /** File Browser 2 has changed its database since. */
    | { readonly kind: 'changed'; readonly at: number }
  );

/** Creates our database unless it exists. Resolves with the report of the migration. */
export async function migrateOnce(
  { legacyFile, file }: MigrationFiles,
  outer: OuterSources,
): Promise<MigrationReport | undefined> {
  if (existsSync(file)) return undefined;
  requireNoCompanions(file);
  requireWritableFolder(legacyFile, file);
  await requireUnlocked(legacyFile);
  const planned = await planFrom(readDatabase(legacyFile), outer);
  const { report } = planned.migration;
  try {
    const isOurs = await storePlanned(planned, { kind: 'sqlite', file }, () =>
      writeReport(file, { files: [legacyFile], database: file, ...report }),
    );
    return isOurs ? report : undefined;
  } catch (error) {
    removeReport(file);
    throw error;
  }
}

/**
 * Describes a database that existed before this start. Throws a StartupError if it was not migrated from that of File
 * Browser 2, and, if users of the server may have put files beside it (`isReachable`), also if the latter does not
 * confirm it.
 */
export async function earlierMigration(
  { legacyFile, file }: MigrationFiles,
  read: Reader,
  { isReachable }: { readonly isReachable: boolean },
): Promise<MigrationStatus> {
  const from = await readMigrationSource(read);
  if (from === undefined) {
    throw new StartupError(
      `${legacyFile} is configured, and beside it is ${file}, which was not migrated from it. Set the right one with --database, ` +
        `or move the other one away`,
    );
  }
  const isThere = existsSync(legacyFile);
  const isConfirmed = isThere && hasSameContents(legacyFile, from);
  if (!isConfirmed && isReachable) throw unconfirmed({ legacyFile, file }, isThere);
  const kind = isThere && !isConfirmed ? 'changed' : 'before';
  return { kind, legacyFile, file, at: from.at };
}

/** Returns the error for a database that users may have uploaded before the server protected its name. */
function unconfirmed({ legacyFile, file }: MigrationFiles, isThere: boolean): StartupError {
  const reason = isThere ? 'has changed since' : 'does not exist';
  return new StartupError(
    `${file} is not opened: users may have uploaded it, and ${legacyFile}, from which it claims to be migrated, ${reason}. ` +
      `If it is yours, start with --database ${file}; otherwise move it away.`,
  );
}

/**
 * Returns true if the folder of the database is served to users, or may have been: without a named root, the stored
 * one is used, and a planted database can contain any.
 */
export function isReachableByUsers(file: string, { given, workingFolder }: OuterSources): boolean {
  // The files of a managed store are not in a folder.
  if (given.has('storage')) return false;
  if (!given.has('root')) return true;
  const { root } = readValues(given).values;
  const served = realOf(resolve(workingFolder, root));
  const folder = realOf(dirname(file));
  return folder === served || folder.startsWith(served === '/' ? served : `${served}/`);
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

const COMPANIONS = ['-wal', '-shm', '-journal'];

/** Throws if a log or journal of SQLite exists beside the new database, because SQLite would apply its contents to it. */
function requireNoCompanions(file: string): void {
  const found = COMPANIONS.map((ending) => file + ending).find((name) => existsSync(name));
  if (found === undefined) return;
  throw new StartupError(
    `${found} belongs to no database, but SQLite would apply it to the new one. Move it away.`,
  );
}

/** Describes a completed migration for the operator, once. */
export function migrationNotice({ report, legacyFile, file }: CompletedMigration): string {
  const lines = [
    `${legacyFile} is a database of File Browser 2. It is not changed.`,
    `From now on, ${file} is used instead.`,
    '',
    ...reportSummary(report).split('\n'),
    '',
    `Complete report: ${migrationReportOf(file)}`,
  ];
  return lines.map(printable).join('\n');
}

export type CompletedMigration = Extract<MigrationStatus, { kind: 'now' }>;

/** Describes a migration in one line. */
export function migrationSummary(migration: MigrationStatus): string {
  const { legacyFile, file } = migration;
  switch (migration.kind) {
    case 'now':
      return `${legacyFile} was migrated to ${file}, which is used from now on`;
    case 'before':
      return `${file} is used, which was migrated from ${legacyFile} on ${dayOf(migration.at)}`;
    case 'changed':
      return (
        `${legacyFile} has changed since it was migrated to ${file} on ${dayOf(migration.at)}; later changes are missing. ` +
        `To migrate it again, move ${file} away and restart, or run: filebrowser import ${legacyFile} --database NEW`
      );
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
