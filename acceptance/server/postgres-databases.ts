import { createPostgresDatabase, type PostgresDatabase } from '../../scripts/postgres-database.mjs';
import { findBinaries, startPostgres } from '../../scripts/postgres.mjs';

let running: ReturnType<typeof startPostgres> | undefined;

/** Returns why there is no PostgreSQL; undefined if it can be started. */
export function missingDatabases(): string | undefined {
  const isThere = process.env['FB_TEST_POSTGRES'] !== undefined || findBinaries() !== undefined;
  return isThere ? undefined : 'missing: PostgreSQL. Skipped: tests of servers on PostgreSQL.';
}

/** Creates an empty database, or a copy of one that has no connections. The PostgreSQL server ends with this process. */
export async function createDatabase(template?: PostgresDatabase): Promise<PostgresDatabase> {
  running ??= startPostgres();
  const postgres = await running;
  if ('missing' in postgres) throw new Error(postgres.missing);
  return createPostgresDatabase(postgres.url, template?.name);
}
