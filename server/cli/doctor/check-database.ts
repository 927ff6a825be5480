import { stat } from 'node:fs/promises';
import { readLegacyDatabase } from '../../compat/filebrowser2/migration/legacy-database.ts';
import {
  migrationSummary,
  earlierMigration,
  type MigrationFiles,
} from '../../compat/filebrowser2/migration/migrate-on-start.ts';
import { planMigration } from '../../compat/filebrowser2/migration/plan-migration.ts';
import { requireWritableFolder } from '../../compat/filebrowser2/migration/preconditions.ts';
import type { DatabaseConfig } from '../../config/config.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { Reader } from '../../metadata/database.ts';
import { inspectDatabase } from '../../metadata/inspect-database.ts';
import type { InspectedDatabase } from '../../metadata/opened-database.ts';
import type { SchemaAge } from '../../metadata/migrate.ts';
import { bad, type Finding, ok, warn, sizeText } from './finding.ts';

/**
 * Size from which a write-ahead log is suspicious: a process keeps reading an old state, so the log cannot be merged
 * into the database.
 */
const LARGE_LOG_BYTES = 67_108_864;
/** Difference of clocks from which the operator is warned. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

export interface DatabaseInspection {
  readonly findings: readonly Finding[];
  /** Undefined if the database does not exist or cannot be read. The caller closes it. */
  readonly database: InspectedDatabase | undefined;
}

/** Returns whether users of the server may have put a file where this one is. */
type IsReachable = (file: string) => boolean;

/** Opens the database read-only and reports its state. */
export async function visitDatabase(
  config: DatabaseConfig,
  isReachable: IsReachable,
): Promise<DatabaseInspection> {
  if (config.kind === 'sqlite') {
    const size = await sizeOf(config.file);
    if (size === undefined && config.legacyFile !== undefined) {
      const files = { legacyFile: config.legacyFile, file: config.file };
      return { findings: [await checkPendingMigration(files)], database: undefined };
    }
    if (size === undefined) {
      const finding = ok('database', `${config.file} does not exist; the first start creates it`);
      return { findings: [finding], database: undefined };
    }
  }
  try {
    const database = await inspectDatabase(config);
    return { findings: await findingsOf(database, config, isReachable), database };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const advice = 'fix this; File Browser cannot start without its database';
    return { findings: [bad('database', error.message, advice)], database: undefined };
  }
}

async function findingsOf(
  database: InspectedDatabase,
  config: DatabaseConfig,
  isReachable: IsReachable,
): Promise<Finding[]> {
  return [
    healthOf(database.version, await database.damage()),
    ...ageFinding(database.age),
    ...clockFinding(database.nowMs),
    ...(config.kind === 'sqlite' ? await logFinding(config.file) : []),
    ...(await migrationFindings(database, config, isReachable)),
  ];
}

/** Tables of another schema version cannot be queried. */
async function migrationFindings(
  { read, age }: InspectedDatabase,
  config: DatabaseConfig,
  isReachable: IsReachable,
): Promise<Finding[]> {
  if (config.kind === 'postgres' || config.legacyFile === undefined || age !== 'current') return [];
  const { legacyFile, file } = config;
  return [await checkEarlierMigration({ legacyFile, file }, read, isReachable(file))];
}

function healthOf(version: string, damage: readonly string[]): Finding {
  if (damage.length === 0) return ok('database', `${version}, no damage found`);
  const advice = 'stop the server and restore a backup of the database';
  return bad('database', `${version}, damaged: ${damage.join('; ')}`, advice);
}

function ageFinding(age: SchemaAge): Finding[] {
  switch (age) {
    case 'current':
      return [];
    case 'none':
      return [ok('tables', 'do not exist yet; the first start creates them')];
    case 'older': {
      const advice = 'start the server, and run doctor again to check their contents';
      return [warn('tables', 'have an earlier version; the next start updates them', advice)];
    }
    case 'newer': {
      const advice = 'start the version that created them, or restore an earlier backup';
      return [bad('tables', 'are of a later version than this one', advice)];
    }
  }
}

/** Compares the clock with that of a database on another machine, because sessions and shares expire by both. */
function clockFinding(nowMs: number | undefined): Finding[] {
  if (nowMs === undefined) return [];
  const apartMs = Math.abs(Date.now() - nowMs);
  if (apartMs < MAX_CLOCK_DIFFERENCE_MS) return [];
  const seen = `the clocks of the database and of this machine differ by ${Math.round(apartMs / 1_000)} s`;
  return [warn('clock', seen, 'synchronize both with NTP')];
}

async function logFinding(file: string): Promise<Finding[]> {
  const size = (await sizeOf(`${file}-wal`)) ?? 0;
  if (size < LARGE_LOG_BYTES) return [];
  const seen = `the write-ahead log of the database has ${sizeText(size)}`;
  return [
    warn('log', seen, 'check that no backup keeps the database open; a restart empties the log'),
  ];
}

async function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** Reports what the next start would migrate from the database of File Browser 2. */
export function checkPendingMigration({ legacyFile, file }: MigrationFiles): Promise<Finding> {
  return orBad(async () => {
    requireWritableFolder(legacyFile, file);
    const { users, links } = planMigration(readLegacyDatabase(legacyFile), Date.now()).report;
    const size = `${users} users, ${links} shares`;
    return ok('migration', `the next start migrates ${legacyFile} to ${file}: ${size}`);
  });
}

/** Checks that the database was migrated from that of File Browser 2, and that the latter has not changed since. */
export function checkEarlierMigration(
  files: MigrationFiles,
  read: Reader,
  isReachable: boolean,
): Promise<Finding> {
  return orBad(async () => {
    const migration = await earlierMigration(files, read, { isReachable });
    const summary = migrationSummary(migration);
    if (migration.kind === 'before') return ok('migration', summary);
    const advice = `set --database to ${files.file}, and move the old database away`;
    return warn('migration', summary, advice);
  });
}

/** Runs a check, and turns a StartupError into a bad finding. */
async function orBad(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return bad('migration', error.message, 'fix this; File Browser cannot start until then');
  }
}
