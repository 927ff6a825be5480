import { existsSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { isBoltFile } from '../compat/filebrowser2/bolt/is-bolt-file.ts';
import type { DatabaseConfig } from './config.ts';

/**
 * Returns the database to open for the configured file. Flags and scripts for File Browser 2 name its database. It is migrated to a file
 * beside it, which stays in use even if the old file has been removed.
 */
export function sqliteFile(named: string): DatabaseConfig {
  const migrated = migratedFileOf(named);
  const wasMigrated = !existsSync(named) && existsSync(migrated);
  if (!wasMigrated && !isBoltFile(named)) return { kind: 'sqlite', file: named };
  return { kind: 'sqlite', file: migrated, legacyFile: named };
}

/**
 * Returns the file to which a database of File Browser 2 at `named` is migrated. It is protected before it exists: a user who could create it
 * would be the administrator after the next start.
 */
export function migratedFileOf(named: string): string {
  const migrated = withExtension(named, '.sqlite');
  // File Browser 2 accepts any name for its database, also this one.
  return migrated === named ? `${named}.sqlite` : migrated;
}

/** Returns the path of the report of the migration to this database. */
export function migrationReportOf(database: string): string {
  return withExtension(database, '.takeover.json');
}

/** Returns the path with another extension: `/a/filebrowser.db` → `/a/filebrowser.sqlite`. */
function withExtension(file: string, extension: string): string {
  return join(dirname(file), `${parse(file).name}${extension}`);
}
