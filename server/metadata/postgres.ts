import { Kysely, PostgresDialect, sql } from 'kysely';
import { type CustomTypesConfig, Pool, types } from 'pg';
import {
  connectionConfig,
  GuardedPool,
  onFailure,
  POOL_LIMITS,
  type PoolLimits,
} from './guarded-pool.ts';
import { nameOfConnections } from './postgres-owner.ts';
import type { InspectedDatabase, OpenedDatabase } from './opened-database.ts';
import { type Exclusively, migrate, schemaAge } from './migrate.ts';
import { openFailure } from './open-failure.ts';
import { repeatTransaction } from './repeat-transaction.ts';
import type { Schema } from './schema.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Maximum time for which a cached record may be older than a change through another process. Milliseconds. */
export const CACHED_MS = 500;

/** Times and lengths are far below 2^53, so they are parsed as numbers; by default, the driver returns texts. */
const numbers: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format),
};

interface OpenOptions {
  /** The server that holds the lease; undefined for a process without it. */
  readonly owner?: string | undefined;
  /** Tests of outages pass shorter ones. */
  readonly limits?: PoolLimits;
}

/** Opens a PostgreSQL database and migrates its schema. */
export async function openPostgres(
  url: string,
  exclusively: Exclusively,
  { owner, limits = POOL_LIMITS }: OpenOptions = {},
): Promise<OpenedDatabase> {
  await migrateAt(url, exclusively, owner);
  const pool = new GuardedPool({ connectionString: url, types: numbers }, limits, owner);
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const unlimited = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: pool.withoutTransactionLimit() }),
  });
  let cachedChanges = 0;
  return {
    read: kysely,
    // Neither number ever falls, so that the sum changes with each.
    changeStamp: () => cachedChanges + Math.floor(performance.now() / CACHED_MS),
    async write(work, { isLong = false, isIdempotent = false, isUncached = false } = {}) {
      try {
        return await repeatTransaction(
          () => (isLong ? unlimited : kysely).transaction().execute(work),
          { isIdempotent, repeatMs: limits.repeatMs },
        );
      } finally {
        if (!isUncached) cachedChanges += 1;
      }
    },
    onAvailability: (listener) => pool.onAvailability(listener),
    close: () => kysely.destroy(),
  };
}

/** Migrates the schema on a connection without time limits, because a large table may take minutes. */
async function migrateAt(
  url: string,
  exclusively: Exclusively,
  owner: string | undefined,
): Promise<void> {
  const name = withoutPassword(url);
  const kysely = connect(url, owner);
  try {
    await migrate({ kysely, engine: 'postgres', name }, exclusively);
  } catch (error) {
    throw openFailure(error, name);
  } finally {
    await kysely.destroy();
  }
}

/** Opens a database for inspection. Changes nothing, whatever the version of its tables. */
export async function inspectPostgres(url: string): Promise<InspectedDatabase> {
  const name = withoutPassword(url);
  const kysely = connect(url);
  try {
    const age = await schemaAge({ kysely, engine: 'postgres', name });
    const { rows } = await sql<{ version: string; nowMs: number }>`select
      current_setting('server_version') as "version",
      floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs"`.execute(kysely);
    const [facts] = rows;
    return {
      read: kysely,
      version: `PostgreSQL ${facts?.version}`,
      age,
      nowMs: facts?.nowMs,
      // PostgreSQL checks its pages with its own tools.
      damage: async () => [],
      close: () => kysely.destroy(),
    };
  } catch (error) {
    await kysely.destroy();
    throw openFailure(error, name);
  }
}

function connect(url: string, owner?: string): Kysely<Schema> {
  const pool = new Pool({
    ...connectionConfig(url),
    ...(owner !== undefined && { application_name: nameOfConnections(owner) }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: numbers,
  });
  onFailure(pool, () => undefined);
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** Returns the name of a database for messages, without the password that its URL may contain. */
export function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'of --database';
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
