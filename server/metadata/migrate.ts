import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { StartupError } from '../lib/startup-error.ts';
import type { Engine } from './dialect.ts';
import { migrationsFor } from './migrations/all.ts';
import type { Schema } from './schema.ts';

const TABLE = 'schemaMigration';
const LOCK_TABLE = 'schemaMigrationLock';

/** A database. `name` identifies it in messages: its file, or its address without the password. */
interface Target {
  readonly kysely: Kysely<Schema>;
  readonly engine: Engine;
  readonly name: string;
}

/** Runs a migration while no other process uses the database. */
export type Exclusively = (work: () => Promise<void>) => Promise<void>;

/**
 * Runs the steps that this database has not seen, all or none, while other processes that start wait. Tables that exist are changed
 * within `exclusively`. Writes nothing when there is no such step, so that a server starts on a full disk. Throws a StartupError for
 * a database of a newer version, which has steps that are unknown here.
 */
export async function migrate(
  { kysely, engine, name }: Target,
  exclusively: Exclusively,
): Promise<void> {
  const migrations = migrationsFor(engine);
  const done = await migrationsDone({ kysely, engine, name });
  refuseNewer(done, migrations, name);
  if (done.length === Object.keys(migrations).length) return;
  const run = () => runMigrations(kysely, migrations);
  // A database without tables has no users, and concurrent migrations wait for each other.
  await (done.length === 0 ? run() : exclusively(run));
}

async function runMigrations(
  kysely: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: async () => migrations },
    migrationTableName: TABLE,
    migrationLockTableName: LOCK_TABLE,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
}

/** Age of a schema compared with this version. */
export type SchemaAge = 'none' | 'older' | 'current' | 'newer';

/** Returns the age of the schema without changing it. Throws a StartupError for a database of another program. */
export async function schemaAge(target: Target): Promise<SchemaAge> {
  const migrations = migrationsFor(target.engine);
  const done = await migrationsDone(target);
  if (done.some((name) => migrations[name] === undefined)) return 'newer';
  if (done.length === 0) return 'none';
  return done.length === Object.keys(migrations).length ? 'current' : 'older';
}

async function migrationsDone({ kysely, engine, name }: Target): Promise<string[]> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === TABLE)) {
    // A PostgreSQL database may be shared with other programs; a file is not.
    if (engine === 'postgres' || tables.length === 0) return [];
    throw new StartupError(
      `the database ${name} belongs to another program and was not changed; set another file with --database`,
    );
  }
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)}`.execute(
    kysely,
  );
  return rows.map((row) => row.name);
}

function refuseNewer(
  done: readonly string[],
  known: Readonly<Record<string, Migration>>,
  name: string,
): void {
  const unknown = done.find((name) => known[name] === undefined);
  if (unknown === undefined) return;
  throw new StartupError(
    `the database ${name} was made by a newer version of File Browser (it has step ${unknown}); start that version, or set another database`,
  );
}
