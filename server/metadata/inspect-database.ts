import Sqlite, { type Database as SqliteHandle } from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { DatabaseConfig } from '../config/config.ts';
import { inspectionSource } from './database-file.ts';
import { schemaAge } from './migrate.ts';
import { openFailure } from './open-failure.ts';
import type { InspectedDatabase } from './opened-database.ts';
import type { Schema } from './schema.ts';

const BUSY_TIMEOUT_MS = 3_000;

/** Opens an existing database without changing it. Throws StartupErrors. */
export async function inspectDatabase(config: DatabaseConfig): Promise<InspectedDatabase> {
  if (config.kind === 'sqlite') return inspectSqlite(config.file);
  // The PostgreSQL client is slow to load.
  const { inspectPostgres } = await import('./postgres.ts');
  return inspectPostgres(config.url);
}

async function inspectSqlite(file: string): Promise<InspectedDatabase> {
  let kysely: Kysely<Schema> | undefined;
  try {
    const sqlite = new Sqlite(inspectionSource(file), {
      readonly: true,
      timeout: BUSY_TIMEOUT_MS,
    });
    const opened = new Kysely<Schema>({ dialect: new SqliteDialect({ database: sqlite }) });
    kysely = opened;
    const version = sqlite.prepare<[], string>('select sqlite_version()').pluck().get();
    return {
      read: opened,
      version: `SQLite ${version}`,
      age: await schemaAge({ kysely: opened, engine: 'sqlite', name: file }),
      nowMs: undefined,
      damage: async () => damageOf(sqlite),
      close: () => opened.destroy(),
    };
  } catch (error) {
    await kysely?.destroy();
    throw openFailure(error, file);
  }
}

function damageOf(sqlite: SqliteHandle): readonly string[] {
  const lines = sqlite.prepare<[], string>('pragma quick_check(10)').pluck().all();
  const orphans = sqlite.prepare('pragma foreign_key_check').all().length;
  return [
    ...lines.filter((line) => line !== 'ok'),
    ...(orphans === 0 ? [] : [`${orphans} rows refer to missing rows`]),
  ];
}
