import { Kysely, PostgresDialect, sql } from 'kysely';
import { type CustomTypesConfig, Pool, types } from 'pg';
import type { LookedAtDatabase } from './looked-at-database.ts';
import { type Exclusively, migrate, schemaAge } from './migrate.ts';
import { openFailure } from './open-failure.ts';
import type { Schema } from './schema.ts';
import type { OpenedDatabase } from './sqlite.ts';

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/** Times and lengths are far below 2^53, so numbers hold them; the driver would give texts. */
const numbers: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format),
};

export async function openPostgres(url: string, exclusively: Exclusively): Promise<OpenedDatabase> {
  const place = withoutPassword(url);
  const kysely = connect(url);
  try {
    await migrate({ kysely, engine: 'postgres', place }, exclusively);
    return { kysely, changeStamp: () => undefined };
  } catch (error) {
    await kysely.destroy();
    throw openFailure(error, place);
  }
}

/** Changes nothing, also where the tables are of another version. */
export async function lookIntoPostgres(url: string): Promise<LookedAtDatabase> {
  const place = withoutPassword(url);
  const kysely = connect(url);
  try {
    const age = await schemaAge({ kysely, engine: 'postgres', place });
    const { rows } = await sql<{ version: string; nowMs: number }>`select
      current_setting('server_version') as "version",
      floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs"`.execute(kysely);
    const [told] = rows;
    return {
      read: kysely,
      version: `PostgreSQL ${told?.version}`,
      age,
      nowMs: told?.nowMs,
      // Its own tools look at its pages.
      damage: async () => [],
      close: () => kysely.destroy(),
    };
  } catch (error) {
    await kysely.destroy();
    throw openFailure(error, place);
  }
}

function connect(url: string): Kysely<Schema> {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: numbers,
  });
  // A waiting connection that breaks is replaced at the next question; unheard, it would end the process.
  pool.on('error', () => undefined);
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

export function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'named by --database';
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
