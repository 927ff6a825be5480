import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from '#contract/paths.ts';
import { homeOfScope } from '../../../access/actor.ts';
import type { DatabaseConfig } from '../../../config/config.ts';
import type { OuterSources } from '../../../config/read-outer-sources.ts';
import { readValues } from '../../../config/read-values.ts';
import { fromStored, merged } from '../../../config/sources.ts';
import { type Database, openDatabase } from '../../../metadata/database.ts';
import { openStorage } from '../../../storage/open.ts';
import { withResolvedPaths } from './resolve-paths.ts';
import { planMigration, type Migration } from './plan-migration.ts';
import { requireNewDatabase, storeMigration } from './store-migration.ts';
import { createDatabaseFile, removeAbandonedFiles } from './create-database-file.ts';
import type { Source } from './read-source.ts';

export interface PlannedMigration {
  readonly migration: Migration;
  readonly from: Source['from'];
  readonly nowMs: number;
}

/** Returns the data to store. Shared items are resolved below the root, if it is available. */
export async function planFrom(
  { old, from }: Source,
  outer: OuterSources,
): Promise<PlannedMigration> {
  const nowMs = Date.now();
  return { migration: await resolveBelowRoot(planMigration(old, nowMs), outer), from, nowMs };
}

/** Resolves the paths of homes and shared items on disk, or adds a note to the report if the root does not exist. */
async function resolveBelowRoot(migration: Migration, outer: OuterSources): Promise<Migration> {
  const hasScopes = migration.users.some(({ scope }) => homeOfScope(scope) !== ROOT);
  if (migration.shares.length === 0 && !hasScopes) return migration;
  const { values } = readValues(merged(outer.given, fromStored(migration.server)));
  const root = resolve(outer.workingFolder, values.root);
  if (!existsSync(root)) {
    return migration.shares.length === 0 ? migration : withMissingRootNote(migration, root);
  }
  const files = {
    followExternalSymlinks: values.followExternalSymlinks,
    typeDetectionByHeader: true,
  };
  const driver = openStorage({ root, files }, migration.settings);
  try {
    return await withResolvedPaths(migration, driver);
  } finally {
    await driver.close();
  }
}

function withMissingRootNote(migration: Migration, root: string): Migration {
  const { report } = migration;
  const message = `the folder ${root} does not exist, so shared items were not checked; set the right --root`;
  const decisions = [...report.decisions, { about: 'shares', message }];
  return { ...migration, report: { ...report, decisions } };
}

/**
 * Stores everything, or nothing. A new database file is published only when it is complete; `beforePublish` is called
 * just before. Returns false if another process has created the file in the meantime.
 */
export async function storePlanned(
  planned: PlannedMigration,
  target: DatabaseConfig,
  beforePublish: () => void = () => undefined,
): Promise<boolean> {
  if (target.kind === 'sqlite' && !existsSync(target.file)) {
    const isOurs = await createDatabaseFile(
      target.file,
      (database) => fill(database, planned),
      beforePublish,
    );
    removeAbandonedFiles(target.file);
    return isOurs;
  }
  const database = await openDatabase(target);
  try {
    await requireNewDatabase(database.read);
    await fill(database, planned);
    return true;
  } finally {
    await database.close();
  }
}

function fill(database: Database, { migration, from, nowMs }: PlannedMigration): Promise<void> {
  const origin = from === undefined ? undefined : { ...from, at: nowMs };
  return database.write((tx) => storeMigration(tx, migration, { from: origin, nowMs }), {
    isLong: true,
  });
}
