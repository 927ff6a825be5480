import { existsSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { isBoltFile } from '../compat/filebrowser2/bolt/is-bolt-file.ts';
import type { DatabaseConfig } from './config.ts';

/**
 * Returns the database to open for a configured file. Flags and scripts for File Browser 2 name its database. After
 * the migration, ours is beside it, and stays in use even if the old file has been removed.
 */
export function sqliteFile(named: string): DatabaseConfig {
  const ours = withExtension(named, '.sqlite');
  const wasMigrated = ours !== named && !existsSync(named) && existsSync(ours);
  const isLegacy = wasMigrated || isBoltFile(named);
  if (!isLegacy) return { kind: 'sqlite', file: named };
  // The database of File Browser 2 has the name that ours would get.
  const file = ours === named ? `${named}.sqlite` : ours;
  return { kind: 'sqlite', file, legacyFile: named };
}

/**
 * Returns the file that a later start may open if `named` is configured. It is protected before it exists: a user who
 * could create it would be the administrator after that start.
 */
export function migratedFileOf(named: string): string {
  return withExtension(named, '.sqlite');
}

/** Returns the path of the report of a migration into this database. */
export function migrationReportOf(database: string): string {
  return withExtension(database, '.takeover.json');
}

/** Returns the path with another extension: `/a/filebrowser.db` → `/a/filebrowser.sqlite`. */
function withExtension(file: string, extension: string): string {
  return join(dirname(file), `${parse(file).name}${extension}`);
}
