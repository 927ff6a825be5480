import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { StartupError } from '../lib/startup-error.ts';
import type { Engine } from './dialect.ts';
import { isCompatible, migrationsFor } from './migrations/all.ts';
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
 * Runs the migrations that this database has not had, all or none; other processes that start wait meanwhile. Runs them within `exclusively`
 * if they change tables that servers of the version before may be using. Writes nothing when there are none, so that a server starts on a full
 * disk. Throws a StartupError for a database of a newer version that this one does not work with.
 */
export async function migrate(
  { kysely, engine, name }: Target,
  exclusively: Exclusively,
): Promise<void> {
  const migrations = migrationsFor(engine);
  const done = await migrationsDone({ kysely, engine, name });
  const open = openSteps(done, migrations);
  const tooNew = tooNewStep(done, migrations);
  if (tooNew !== undefined) throw newerVersion(name, tooNew);
  if (open.length === 0) return;
  const run = () => runMigrations(kysely, migrations);
  // A database without tables has no users, and concurrent migrations wait for each other.
  const mayRunBesideOthers = done.length === 0 || open.every(isCompatible);
  await (mayRunBesideOthers ? run() : exclusively(run));
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
  if (tooNewStep(done, migrations) !== undefined) return 'newer';
  if (done.length === 0) return 'none';
  return openSteps(done, migrations).length === 0 ? 'current' : 'older';
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

type Steps = Readonly<Record<string, Migration>>;

/** Returns the names of the steps that are still to be run. */
function openSteps(done: readonly string[], known: Steps): string[] {
  return Object.keys(known).filter((name) => !done.includes(name));
}

/** Returns a step of a newer version that this one does not work with; undefined if there is none. */
function tooNewStep(done: readonly string[], known: Steps): string | undefined {
  const unknown = done.filter((name) => known[name] === undefined);
  // Steps are run in order. If the database lacks a step of this version, the unknown ones come from a different series of versions.
  if (openSteps(done, known).length > 0) return unknown[0];
  return unknown.find((name) => !isCompatible(name));
}

function newerVersion(database: string, step: string): StartupError {
  return new StartupError(
    `the database ${database} was made by a newer version of File Browser (it has step ${step}); start that version, or set another database`,
  );
}
