import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Administration } from '../administration/administration.ts';
import type { DatabaseConfig } from '../config/config.ts';
import { type OuterSources, readOuterSources } from '../config/load-config.ts';
import { readValues } from '../config/read-values.ts';
import type { SettingValues } from '../config/settings.ts';
import { fromStored, merged } from '../config/sources.ts';
import { StartupError } from '../lib/startup-error.ts';
import { readGlobalSettings, readServerSettings } from '../metadata/settings.ts';
import type { Reader } from '../metadata/database.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { guarded } from '../storage/guarded-driver.ts';
import { openStorage } from '../storage/open.ts';
import type { CliCall } from './cli-command.ts';
import { openOurDatabase } from './open-database.ts';
import { servedRootCheck } from './served-root-check.ts';
import {
  migrationSummary,
  migrationNotice,
} from '../compat/filebrowser2/migration/migrate-on-start.ts';
import type { MigrationStatus } from '../compat/filebrowser2/migration/migrate-on-start.ts';

/** What a command works on, open until it is closed. */
export interface OpenAdministration {
  readonly administration: Administration;
  /** Flags, variables and file: what the server would be started with, before the database is asked. */
  readonly outer: OuterSources;
  /** With what the database adds. */
  readonly values: SettingValues;
  /** Absolute path of the folder that is served; it may not be there. */
  readonly root: string;
  /** Opens the root as `administration.driver` does: each step waits for `requireRoot`, and fails when that rejects. */
  openRoot(): CheckedRoot;
  /** Opens the root, even if it is not the folder that the database belongs to. */
  openAnyRoot(): StorageDriver;
  close(): Promise<void>;
}

export interface CheckedRoot {
  readonly driver: StorageDriver;
  /** Rejects with `root-missing` unless the root is the folder that the database belongs to. */
  requireRoot(): Promise<void>;
}

/** Whether a database that is not there is a mistake, or made. */
type Missing = 'refused' | 'made';

/**
 * Opens the database that a server with the same flags would open; one that is not there is a
 * StartupError unless it is to be made. The root is opened when a function first asks for the driver.
 */
export async function openAdministration(
  call: Pick<CliCall, 'flags' | 'surroundings' | 'tell'>,
  missing: Missing = 'refused',
): Promise<OpenAdministration> {
  const outer = await readOuterSources(call.flags, call.surroundings);
  if (missing === 'refused') requireThere(outer.database);
  const { database: db, migration } = await openOurDatabase(outer);
  printMigrationStatus(migration, call);
  try {
    const stored = await readServerSettings(db.read);
    const { values } = readValues(merged(outer.given, fromStored(stored)));
    const root = resolve(outer.workingFolder, values.root);
    const modes = await readGlobalSettings(db.read);
    let driver: StorageDriver | undefined;
    const openAnyRoot = () => (driver ??= openStorage({ root, files: filesOf(values) }, modes));
    let checkedRoot: CheckedRoot | undefined;
    const openRoot = () => (checkedRoot ??= withCheck(db.read, openAnyRoot()));
    const administration: Administration = {
      db,
      get driver() {
        return openRoot().driver;
      },
    };
    return {
      administration,
      outer,
      values,
      root,
      openRoot,
      openAnyRoot,
      async close() {
        await driver?.close();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

function withCheck(read: Reader, driver: StorageDriver): CheckedRoot {
  const requireRoot = servedRootCheck(read, driver);
  return { driver: guarded(driver, requireRoot), requireRoot };
}

function requireThere(database: DatabaseConfig): void {
  if (database.kind === 'postgres' || existsSync(database.file)) return;
  // Then it is made of that.
  if (database.legacyFile !== undefined) return;
  throw new StartupError(
    `there is no database ${database.file}; name it with --database, or make it with config init`,
  );
}

/** What came over, or has not: the rest is for the log of the server. */
export function printMigrationStatus(
  migration: MigrationStatus | undefined,
  { tell }: Pick<CliCall, 'tell'>,
): void {
  if (migration?.kind === 'now') tell(migrationNotice(migration));
  if (migration?.kind === 'changed') tell(migrationSummary(migration));
}

/** Runs `work` on the opened database and closes it, whatever comes. */
export async function withAdministration<Result>(
  call: Pick<CliCall, 'flags' | 'surroundings' | 'tell'>,
  work: (opened: OpenAdministration) => Promise<Result>,
  missing?: Missing,
): Promise<Result> {
  const opened = await openAdministration(call, missing);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

function filesOf(values: SettingValues) {
  return {
    followExternalSymlinks: values.followExternalSymlinks,
    typeDetectionByHeader: !values.disableTypeDetectionByHeader,
  };
}
