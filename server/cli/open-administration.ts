import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Administration } from '../administration/administration.ts';
import type { DatabaseConfig } from '../config/config.ts';
import { bucketOf } from '../config/load-config.ts';
import { type OuterSources, readOuterSources } from '../config/read-outer-sources.ts';
import { readValues } from '../config/read-values.ts';
import type { SettingValues } from '../config/settings.ts';
import { fromStored, merged } from '../config/sources.ts';
import { StartupError } from '../lib/startup-error.ts';
import { openStoreFolder } from '../config/root-folder.ts';
import { formatStoreLocation } from '../config/setting-types.ts';
import { requireBucket } from './require-bucket.ts';
import { readGlobalSettings, readServedRoot, readServerSettings } from '../metadata/settings.ts';
import type { Reader } from '../metadata/database.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { guarded } from '../storage/guarded-driver.ts';
import type { ManagedDriver } from '../storage/managed/managed-driver.ts';
import { openManagedStore, openStorage } from '../storage/open.ts';
import type { CliCall } from './cli-command.ts';
import { openOurDatabase } from './open-database.ts';
import { servedRootCheck } from './served-root-check.ts';
import {
  migrationSummary,
  migrationNotice,
} from '../compat/filebrowser2/migration/migrate-on-start.ts';
import type { MigrationStatus } from '../compat/filebrowser2/migration/migrate-on-start.ts';

/** Resources of a command, open until `close`. */
export interface OpenAdministration {
  readonly administration: Administration;
  /** Flags, variables and configuration file with which the server would start, without the settings in the database. */
  readonly outer: OuterSources;
  /** The settings including those of the database. */
  readonly values: SettingValues;
  /** Absolute path of the served folder, which may not exist. */
  readonly root: string;
  /** Opens the root like `administration.driver`: each operation waits for `requireRoot`, and fails when that rejects. */
  openRoot(): CheckedRoot;
  /** Opens the root even if it is not the folder that the database belongs to. */
  openAnyRoot(): StorageDriver;
  /** Opens the managed store, which the caller closes. Throws StartupError without `--storage`, or if its folder is missing. */
  openStore(): Promise<ManagedDriver>;
  close(): Promise<void>;
}

export interface CheckedRoot {
  readonly driver: StorageDriver;
  /** Rejects with `root-missing` unless the root is the folder that the database belongs to. */
  requireRoot(): Promise<void>;
}

const NO_STORE =
  'no managed store is configured. Name it with --storage managed:/path or --storage s3://bucket';

/** Handling of a missing database. */
type MissingDatabase = 'refuse' | 'create';

/**
 * Opens the database that a server with the same flags would open. Throws StartupError if it does not exist, or creates it
 * with `missing: 'create'`. The root is opened when the driver is first used.
 */
export async function openAdministration(
  call: Pick<CliCall, 'flags' | 'surroundings' | 'printNotice'>,
  missing: MissingDatabase = 'refuse',
): Promise<OpenAdministration> {
  const outer = await readOuterSources(call.flags, call.surroundings);
  if (missing === 'refuse') requireDatabase(outer.database);
  const { database: db, migration } = await openOurDatabase(outer);
  printMigrationStatus(migration, call);
  try {
    const stored = await readServerSettings(db.read);
    const { values } = readValues(merged(outer.given, fromStored(stored)));
    const storage = values.storage === undefined ? 'folder' : 'managed';
    const bucket = bucketOf(values);
    const root =
      values.storage?.kind === 'bucket'
        ? formatStoreLocation(values.storage)
        : resolve(outer.workingFolder, values.storage?.folder ?? values.root);
    const modes = await readGlobalSettings(db.read);
    let driver: StorageDriver | undefined;
    const served = { storage, root, bucket, files: filesOf(values) } as const;
    const openAnyRoot = () => (driver ??= openStorage(served, modes, { db }));
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
      async openStore() {
        if (storage === 'folder') throw new StartupError(NO_STORE);
        if (bucket === undefined) {
          await openStoreFolder(root, '--storage', (await readServedRoot(db.read))?.path);
        } else await requireBucket(bucket, () => undefined);
        await openRoot().requireRoot();
        return openManagedStore({ root, bucket }, { db, ...modes });
      },
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

function requireDatabase(database: DatabaseConfig): void {
  if (database.kind === 'postgres' || existsSync(database.file)) return;
  // The database will be migrated from that of File Browser 2.
  if (database.legacyFile !== undefined) return;
  throw new StartupError(
    `the database ${database.file} does not exist. Name another with --database, or create it with config init`,
  );
}

/** Prints the result of a migration. Details are logged by the server. */
export function printMigrationStatus(
  migration: MigrationStatus | undefined,
  { printNotice }: Pick<CliCall, 'printNotice'>,
): void {
  if (migration?.kind === 'now') printNotice(migrationNotice(migration));
  if (migration?.kind === 'changed') printNotice(migrationSummary(migration));
}

/** Runs `work` with the opened database and closes it in any case. */
export async function withAdministration<Result>(
  call: Pick<CliCall, 'flags' | 'surroundings' | 'printNotice'>,
  work: (opened: OpenAdministration) => Promise<Result>,
  missing?: MissingDatabase,
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
