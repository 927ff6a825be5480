import { StartupError } from '../../lib/startup-error.ts';
import type { Reader } from '../../metadata/database.ts';
import { readLegacyDatabase } from '../../compat/filebrowser2/migration/legacy-database.ts';
import { planMigration } from '../../compat/filebrowser2/migration/plan-migration.ts';
import { migrationSummary } from '../../compat/filebrowser2/migration/describe-migration.ts';
import {
  earlierMigration,
  type MigrationFiles,
} from '../../compat/filebrowser2/migration/migrate-on-start.ts';
import { requireWritableFolder } from '../../compat/filebrowser2/migration/require-writable-folder.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

const ABOUT = 'migration';

/** What the next start would do with the predecessor's database. */
export function checkPendingMigration({ legacyFile, file }: MigrationFiles): Promise<Finding> {
  return orBad(async () => {
    requireWritableFolder(legacyFile, file);
    const { users, links } = planMigration(readLegacyDatabase(legacyFile), Date.now()).report;
    const size = `${users} users, ${links} links`;
    return ok(ABOUT, `the next start takes ${legacyFile} over into ${file}: ${size}`);
  });
}

/** Checks that the database was made from the predecessor's, and that this one has not changed since. */
export function checkEarlierMigration(
  places: MigrationFiles,
  read: Reader,
  isReachable: boolean,
): Promise<Finding> {
  return orBad(async () => {
    const migration = await earlierMigration(places, read, { isReachable });
    const told = migrationSummary(migration);
    if (migration.kind === 'before') return ok(ABOUT, told);
    return warn(ABOUT, told, `name ${places.file} with --database, and put the old one away`);
  });
}

async function orBad(look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return bad(ABOUT, error.message, 'mend that; File Browser cannot start before');
  }
}
