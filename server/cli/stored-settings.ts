import { existsSync } from 'node:fs';
import type { StoredSettings } from '../config/load-config.ts';
import type { DatabaseConfig } from '../config/config.ts';
import type { Database } from '../metadata/database.ts';
import { readGlobalSettings, readServedRoot, readServerSettings } from '../metadata/settings.ts';
import { countUsers } from '../metadata/users.ts';
import { readLegacyDatabase } from '../compat/filebrowser2/migration/legacy-database.ts';
import { planMigration } from '../compat/filebrowser2/migration/plan-migration.ts';

/** Returns the settings that a database will have after its creation: none, unless it is migrated from File Browser 2. */
export function storedAtFirst(database: DatabaseConfig): StoredSettings {
  if (
    database.kind === 'postgres' ||
    database.legacyFile === undefined ||
    existsSync(database.file)
  ) {
    return { server: {}, authMethod: undefined };
  }
  const { server, settings } = planMigration(readLegacyDatabase(database.legacyFile), Date.now());
  return { server, authMethod: settings.authMethod };
}

/** Returns the settings of the database that belong to the configuration. */
export async function readStoredSettings(
  database: Pick<Database, 'read'>,
): Promise<StoredSettings> {
  const { authMethod } = await readGlobalSettings(database.read);
  // Without users, the first start has not happened, and `noauth` decides.
  const isSettled = (await countUsers(database.read)) > 0 || authMethod !== 'json';
  return {
    server: await readServerSettings(database.read),
    authMethod: isSettled ? authMethod : undefined,
    servedRoot: (await readServedRoot(database.read))?.path,
  };
}
