import { StartupError } from '../../../lib/startup-error.ts';
import type { Reader, Writer } from '../../../metadata/database.ts';
import { countIdsFrom } from '../../../metadata/dialect.ts';
import type { MigrationSource } from '../../../metadata/setting-documents.ts';
import {
  hasStoredSettings,
  writeAuthSettings,
  writeGlobalSettings,
  writeServerSettings,
  writeMigrationSource,
} from '../../../metadata/settings.ts';
import { insertShare } from '../../../metadata/shares.ts';
import { countUsers, insertUserWithId } from '../../../metadata/users.ts';
import type { Migration } from './plan-migration.ts';

/** Throws a StartupError unless the database is new, because migrated data is never mixed with existing data. */
export async function requireNewDatabase(db: Reader): Promise<void> {
  if ((await countUsers(db)) === 0 && !(await hasStoredSettings(db))) return;
  throw new StartupError('the database has users or settings already; name a new one: --database');
}

export interface MigrationMoment {
  /** The migrated database; undefined for exports. */
  readonly from: MigrationSource | undefined;
  readonly nowMs: number;
}

/** Stores everything in one transaction. */
export async function storeMigration(
  tx: Writer,
  migration: Migration,
  { from, nowMs }: MigrationMoment,
): Promise<void> {
  await requireNewDatabase(tx);
  for (const user of migration.users) await insertUserWithId(tx, user, nowMs);
  await countIdsFrom(tx, migration.lastUserId);
  await writeGlobalSettings(tx, migration.settings);
  await writeServerSettings(tx, migration.server);
  await writeAuthSettings(tx, migration.auth);
  if (from !== undefined) await writeMigrationSource(tx, from);
  for (const { home: _, ...share } of migration.shares) await insertShare(tx, share);
}
