import { existsSync } from 'node:fs';
import type { StoredSettings } from '../config/load-config.ts';
import type { DatabaseConfig } from '../config/config.ts';
import type { Database } from '../metadata/database.ts';
import { readGlobalSettings, readServedRoot, readServerSettings } from '../metadata/settings.ts';
import { countUsers } from '../metadata/users.ts';
import { readOldDatabase } from '../takeover/old-database.ts';
import { planTakeover } from '../takeover/plan-takeover.ts';

/** What a database that is still to be made will have to say: nothing, unless it is made of the predecessor's. */
export function storedAtFirst(database: DatabaseConfig): StoredSettings {
  if (
    database.kind === 'postgres' ||
    database.predecessor === undefined ||
    existsSync(database.file)
  ) {
    return { server: {}, authMethod: undefined };
  }
  const { server, settings } = planTakeover(readOldDatabase(database.predecessor), Date.now());
  return { server, authMethod: settings.authMethod };
}

/** What the database has to say about the configuration. */
export async function readStoredSettings(
  database: Pick<Database, 'read'>,
): Promise<StoredSettings> {
  const { authMethod } = await readGlobalSettings(database.read);
  // As long as there is no user, the first start is still to come, and `noauth` decides.
  const isSettled = (await countUsers(database.read)) > 0 || authMethod !== 'json';
  return {
    server: await readServerSettings(database.read),
    authMethod: isSettled ? authMethod : undefined,
    servedRoot: (await readServedRoot(database.read))?.path,
  };
}
