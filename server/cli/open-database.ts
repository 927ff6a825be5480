import type { OuterSources } from '../config/read-outer-sources.ts';
import { type Database, openDatabase, type OpenedFor } from '../metadata/database.ts';
import type { ProcessKind } from '../metadata/opened-database.ts';
import {
  type MigrationStatus,
  earlierMigration,
  isReachableByUsers,
  migrateOnce,
} from '../compat/filebrowser2/migration/migrate-on-start.ts';
import { removeAbandonedFiles } from '../compat/filebrowser2/migration/create-database-file.ts';

export interface OpenedDatabase {
  readonly database: Database;
  /** Present if the configuration names a database of File Browser 2. */
  readonly migration: MigrationStatus | undefined;
}

/**
 * Opens the database. If the configuration names one of File Browser 2, opens ours beside it, which is created by
 * migration the first time.
 */
export async function openOurDatabase(
  outer: OuterSources,
  use: ProcessKind = 'command',
  openedFor: OpenedFor = {},
): Promise<OpenedDatabase> {
  const config = outer.database;
  if (config.kind === 'postgres' || config.legacyFile === undefined) {
    return { database: await openDatabase(config, use, openedFor), migration: undefined };
  }
  const files = { legacyFile: config.legacyFile, file: config.file };
  const report = await migrateOnce(files, outer);
  const database = await openDatabase(config, use);
  try {
    const isReachable = isReachableByUsers(config.file, outer);
    const migration: MigrationStatus =
      report === undefined
        ? await earlierMigration(files, database.read, { isReachable })
        : { kind: 'now', ...files, report };
    removeAbandonedFiles(config.file);
    return { database, migration };
  } catch (error) {
    await database.close();
    throw error;
  }
}
