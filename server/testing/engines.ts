import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject, onTestFinished } from 'vitest';
import { createPostgresDatabase } from '../../scripts/postgres-database.mjs';
import type { DatabaseConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../metadata/database.ts';
import type { ProcessKind } from '../metadata/opened-database.ts';

export interface TestEngine {
  readonly kind: DatabaseConfig['kind'];
  /** Returns the configuration of an empty database for this test only, removed after the test. */
  emptyDatabase(): Promise<DatabaseConfig>;
  /** Opens a new database with all migrations applied, and closes it after the test. */
  open(): Promise<Database>;
}

/** Runs the suite on SQLite and on PostgreSQL. Without PostgreSQL, the name of the skipped suite gives the reason. */
export function describeOnEachEngine(subject: string, suite: (engine: TestEngine) => void): void {
  const missing = missingPostgres();
  const why = missing === undefined ? '' : ` (not run: ${missing})`;

  describe(`${subject}, in SQLite`, () => suite(engineOf('sqlite', emptySqlite, migratedSqlite)));
  describe.skipIf(missing !== undefined)(`${subject}, in PostgreSQL${why}`, () =>
    suite(engineOf('postgres', emptyPostgres, migratedPostgres)),
  );
}

/** Returns why tests on PostgreSQL are skipped; undefined if they are not. */
export function missingPostgres(): string | undefined {
  const postgres = inject('postgres');
  return 'missing' in postgres ? postgres.missing : undefined;
}

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fb-metadata-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens a database as the server does, unless `use` says otherwise, and closes it after the test. */
export async function openForTest(
  config: DatabaseConfig,
  use: ProcessKind = 'server',
): Promise<Database> {
  const db = await openDatabase(config, use);
  onTestFinished(() => db.close());
  return db;
}

function engineOf(
  kind: TestEngine['kind'],
  emptyDatabase: TestEngine['emptyDatabase'],
  migratedDatabase: TestEngine['emptyDatabase'],
): TestEngine {
  const open = async () => openForTest(await migratedDatabase());
  return { kind, emptyDatabase, open };
}

async function migratedSqlite(): Promise<DatabaseConfig> {
  const file = join(temporaryFolder(), 'filebrowser.db');
  await copyFile(inject('migratedDatabase'), file);
  return { kind: 'sqlite', file };
}

async function emptySqlite(): Promise<DatabaseConfig> {
  return { kind: 'sqlite', file: join(temporaryFolder(), 'filebrowser.db') };
}

export async function emptyPostgres(): Promise<DatabaseConfig> {
  return usedByTest(await createPostgres());
}

async function migratedPostgres(): Promise<DatabaseConfig> {
  return usedByTest(await migratedPostgresDatabase());
}

interface CreatedDatabase {
  readonly config: DatabaseConfig;
  drop(): Promise<void>;
}

function usedByTest({ config, drop }: CreatedDatabase): DatabaseConfig {
  onTestFinished(drop);
  return config;
}

/** Creates a database in PostgreSQL with all migrations applied, which the caller drops. */
export async function migratedPostgresDatabase(): Promise<CreatedDatabase> {
  return createPostgres(inject('migratedTemplate'));
}

async function createPostgres(template?: string): Promise<CreatedDatabase> {
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(postgres.missing);
  const { url, drop } = await createPostgresDatabase(postgres.url, template);
  return { config: { kind: 'postgres', url }, drop };
}
