import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { findBinaries, startPostgres } from '../../scripts/postgres.mjs';

/** A database in PostgreSQL for tests. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

let running: ReturnType<typeof startPostgres> | undefined;

/** Returns why there is no PostgreSQL; undefined if it can be started. */
export function missingDatabases(): string | undefined {
  const isThere = process.env['FB_TEST_POSTGRES'] !== undefined || findBinaries() !== undefined;
  return isThere ? undefined : 'missing: PostgreSQL. Skipped: tests of servers on PostgreSQL.';
}

/** Creates an empty database, or a copy of a database that has no connections. The server ends with this process. */
export async function createDatabase(template?: TestDatabase): Promise<TestDatabase> {
  running ??= startPostgres();
  const postgres = await running;
  if ('missing' in postgres) throw new Error(postgres.missing);
  const name = `acceptance_${randomUUID().replaceAll('-', '')}`;
  const copied =
    template === undefined ? '' : ` template ${nameIn(template.url)} strategy file_copy`;
  await administer(postgres.url, `create database ${name}${copied}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => administer(postgres.url, `drop database ${name} with (force)`),
  };
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
