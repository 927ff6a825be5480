import { StartupError } from '../lib/startup-error.ts';
import type { Reader, Writer } from '../metadata/database.ts';
import { countIdsFrom } from '../metadata/dialect.ts';
import type { TakenOver } from '../metadata/setting-documents.ts';
import {
  hasStoredSettings,
  writeAuthSettings,
  writeGlobalSettings,
  writeServerSettings,
  writeTakenOver,
} from '../metadata/settings.ts';
import { insertShare } from '../metadata/shares.ts';
import { countUsers, insertUserWithId } from '../metadata/users.ts';
import type { Takeover } from './plan-takeover.ts';

/** Nothing that is there is ever mixed with what comes: a StartupError unless the database is new. */
export async function requireNewDatabase(db: Reader): Promise<void> {
  if ((await countUsers(db)) === 0 && !(await hasStoredSettings(db))) return;
  throw new StartupError('the database has users or settings already; name a new one: --database');
}

export interface TakeoverMoment {
  /** What was read; undefined for exports, which nobody goes on naming as a database. */
  readonly from: TakenOver | undefined;
  readonly nowMs: number;
}

/** In one transaction: all of it, or nothing. */
export async function storeTakeover(
  tx: Writer,
  takeover: Takeover,
  { from, nowMs }: TakeoverMoment,
): Promise<void> {
  await requireNewDatabase(tx);
  for (const user of takeover.users) await insertUserWithId(tx, user, nowMs);
  await countIdsFrom(tx, takeover.lastUserId);
  await writeGlobalSettings(tx, takeover.settings);
  await writeServerSettings(tx, takeover.server);
  await writeAuthSettings(tx, takeover.auth);
  if (from !== undefined) await writeTakenOver(tx, from);
  for (const { home: _, ...share } of takeover.shares) await insertShare(tx, share);
}
