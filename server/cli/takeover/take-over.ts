import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from '#contract/paths.ts';
import { homeOfScope } from '../../access/actor.ts';
import type { DatabaseConfig } from '../../config/config.ts';
import type { OuterSources } from '../../config/load-config.ts';
import { readValues } from '../../config/read-values.ts';
import { fromStored, merged } from '../../config/sources.ts';
import { type Database, openDatabase } from '../../metadata/database.ts';
import { openStorage } from '../../storage/open.ts';
import { withRealPlaces } from '../../takeover/find-places.ts';
import { planTakeover, type Takeover } from '../../takeover/plan-takeover.ts';
import { requireNewDatabase, storeTakeover } from '../../takeover/store-takeover.ts';
import { makeDatabaseFile, removeForgottenParts } from './new-database-file.ts';
import type { Source } from './read-source.ts';

export interface PlannedTakeover {
  readonly takeover: Takeover;
  readonly from: Source['from'];
  readonly nowMs: number;
}

/** What is to be stored, with links looked for below the root that will be served, where that is there. */
export async function planFrom(
  { old, from }: Source,
  outer: OuterSources,
): Promise<PlannedTakeover> {
  const nowMs = Date.now();
  return { takeover: await lookedAt(planTakeover(old, nowMs), outer), from, nowMs };
}

async function lookedAt(takeover: Takeover, outer: OuterSources): Promise<Takeover> {
  const hasScopes = takeover.users.some(({ scope }) => homeOfScope(scope) !== ROOT);
  if (takeover.shares.length === 0 && !hasScopes) return takeover;
  const { values } = readValues(merged(outer.given, fromStored(takeover.server)));
  const root = resolve(outer.workingFolder, values.root ?? 'data');
  if (!existsSync(root)) {
    return takeover.shares.length === 0 ? takeover : withoutRoot(takeover, root);
  }
  const files = {
    followExternalSymlinks: values.followExternalSymlinks ?? false,
    typeDetectionByHeader: true,
  };
  const driver = openStorage({ root, files }, takeover.settings);
  try {
    return await withRealPlaces(takeover, driver);
  } finally {
    await driver.close();
  }
}

function withoutRoot(takeover: Takeover, root: string): Takeover {
  const { report } = takeover;
  const message = `there is no folder ${root}, so nobody has looked for what they lead to; name the right --root`;
  const decisions = [...report.decisions, { about: 'links', message }];
  return { ...takeover, report: { ...report, decisions } };
}

/**
 * Stores all of it, or nothing. A database file that is not there comes into being with everything in it; `beforeNamed` is the
 * last thing before that. False when somebody else has made it meanwhile.
 */
export async function storePlanned(
  planned: PlannedTakeover,
  target: DatabaseConfig,
  beforeNamed: () => void = () => undefined,
): Promise<boolean> {
  if (target.kind === 'sqlite' && !existsSync(target.file)) {
    const isOurs = await makeDatabaseFile(
      target.file,
      (database) => fill(database, planned),
      beforeNamed,
    );
    removeForgottenParts(target.file);
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

function fill(database: Database, { takeover, from, nowMs }: PlannedTakeover): Promise<void> {
  const remembered = from === undefined ? undefined : { ...from, at: nowMs };
  return database.write((tx) => storeTakeover(tx, takeover, { from: remembered, nowMs }), {
    isLong: true,
  });
}
