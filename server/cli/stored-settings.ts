import type { StoredSettings } from '../config/load-config.ts';
import type { Database } from '../metadata/database.ts';
import { readGlobalSettings, readServerSettings } from '../metadata/settings.ts';
import { countUsers } from '../metadata/users.ts';

/** What the database has to say about the configuration. */
export async function readStoredSettings(database: Database): Promise<StoredSettings> {
  const { authMethod } = await readGlobalSettings(database.read);
  // As long as there is no user, the first start is still to come, and `noauth` decides.
  const isSettled = (await countUsers(database.read)) > 0 || authMethod !== 'json';
  return {
    server: await readServerSettings(database.read),
    authMethod: isSettled ? authMethod : undefined,
  };
}
