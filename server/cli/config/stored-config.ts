import type { Database, Reader, Writer } from '../../metadata/database.ts';
import {
  readAuthSettings,
  readGlobalSettings,
  readServerSettings,
  updateGlobalSettings,
  writeAuthSettings,
  writeGlobalSettings,
  writeServerSettings,
} from '../../metadata/settings.ts';
import type { StoredConfig } from './config-changes.ts';

export async function readStoredConfig(db: Reader): Promise<StoredConfig> {
  return {
    settings: await readGlobalSettings(db),
    auth: await readAuthSettings(db),
    server: await readServerSettings(db),
  };
}

/** Everything in one step; of two who change at once, the second builds on what the first has made. */
export async function updateStoredConfig(
  db: Database,
  change: (stored: StoredConfig) => StoredConfig,
): Promise<void> {
  await db.write(async (tx) => {
    await holdSettings(tx);
    await writeStoredConfig(tx, change(await readStoredConfig(tx)));
  });
}

export async function writeStoredConfig(
  tx: Writer,
  { settings, auth, server }: StoredConfig,
): Promise<void> {
  await writeGlobalSettings(tx, settings);
  await writeAuthSettings(tx, auth);
  await writeServerSettings(tx, server);
}

/** Nobody else changes them until this transaction has ended. */
async function holdSettings(tx: Writer): Promise<void> {
  await updateGlobalSettings(tx, (settings) => settings);
}
