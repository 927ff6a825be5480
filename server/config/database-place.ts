import { existsSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { isBoltFile } from '../compat/filebrowser2/bolt/is-bolt-file.ts';
import type { DatabaseConfig } from './config.ts';

/**
 * What to open where a file is named. Flags and scripts written for the predecessor name its database, beside which ours
 * lies from the takeover on; they go on meaning ours when the old file has been removed.
 */
export function sqlitePlace(named: string): DatabaseConfig {
  const ours = besideOf(named, '.sqlite');
  const wasMigrated = ours !== named && !existsSync(named) && existsSync(ours);
  const isLegacy = wasMigrated || isBoltFile(named);
  if (!isLegacy) return { kind: 'sqlite', file: named };
  // One of the predecessor's that is called as ours would be.
  const file = ours === named ? `${named}.sqlite` : ours;
  return { kind: 'sqlite', file, legacyFile: named };
}

/**
 * Returns the file that a later start may open where `named` is named. It is protected before it exists: who could put a database
 * there would be the administrator after that start.
 */
export function migratedPlaceOf(named: string): string {
  return besideOf(named, '.sqlite');
}

/** Where the report of a takeover into this database is. */
export function migrationReportOf(database: string): string {
  return besideOf(database, '.takeover.json');
}

/** `/a/filebrowser.db` → `/a/filebrowser.sqlite`. */
function besideOf(file: string, ending: string): string {
  return join(dirname(file), `${parse(file).name}${ending}`);
}
