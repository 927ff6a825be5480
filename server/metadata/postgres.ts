import { Kysely, PostgresDialect } from 'kysely';
import { type CustomTypesConfig, Pool, types } from 'pg';
import { migrate } from './migrate.ts';
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

export async function openPostgres(url: string): Promise<OpenedDatabase> {
  const place = withoutPassword(url);
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: numbers,
  });
  // A waiting connection that breaks is replaced at the next question; unheard, it would end the process.
  pool.on('error', () => undefined);
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate({ kysely, engine: 'postgres', place });
    return { kysely, changeStamp: () => undefined };
  } catch (error) {
    await kysely.destroy();
    throw openFailure(error, place);
  }
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'named by --database';
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
