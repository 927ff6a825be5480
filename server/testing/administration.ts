import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Administration } from '../administration/administration.ts';
import type { Database } from '../metadata/database.ts';
import type { StoredGlobalSettings } from '../metadata/setting-documents.ts';
import { readGlobalSettings, writeGlobalSettings } from '../metadata/settings.ts';
import { openLocalDriver } from '../storage/local/local-driver.ts';
import { temporaryFolder } from './engines.ts';

export interface TestAdministration extends Administration {
  /** Root folder on the disk. */
  readonly root: string;
  /** Returns the paths of all files and folders below the root, sorted. */
  onDisk(): string[];
}

/** Returns the services that features and the command line share, on an empty folder. */
export async function administrationOf(
  db: Database,
  settings: Partial<StoredGlobalSettings> = {},
): Promise<TestAdministration> {
  const root = join(temporaryFolder(), 'root');
  mkdirSync(root);
  const driver = openLocalDriver({ root, followExternalSymlinks: false });
  onTestFinished(() => driver.close());
  const stored = await readGlobalSettings(db.read);
  await db.write((tx) => writeGlobalSettings(tx, { ...stored, ...settings }));
  return {
    db,
    driver,
    root,
    onDisk: () => readdirSync(root, { recursive: true, encoding: 'utf8' }).sort(),
  };
}
