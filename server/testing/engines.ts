import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, inject, onTestFinished } from 'vitest';
import type { DatabaseConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../metadata/database.ts';
import type { ProcessKind } from '../metadata/opened-database.ts';
import './databases.ts';

export interface TestEngine {
  readonly kind: DatabaseConfig['kind'];
  /** Returns the configuration of an empty database for this test only, removed after the test. */
  emptyDatabase(): Promise<DatabaseConfig>;
  /** Opens such a database and closes it after the test. */
  open(): Promise<Database>;
}

/** Runs the suite on SQLite and on PostgreSQL. Without PostgreSQL, the name of the skipped suite gives the reason. */
export function describeOnEachEngine(subject: string, suite: (engine: TestEngine) => void): void {
  const missing = missingPostgres();
  const why = missing === undefined ? '' : ` (not run: ${missing})`;

  describe(`${subject}, in SQLite`, () => suite(engineOf('sqlite', emptySqlite)));
  describe.skipIf(missing !== undefined)(`${subject}, in PostgreSQL${why}`, () =>
    suite(engineOf('postgres', emptyPostgres)),
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
): TestEngine {
  return { kind, emptyDatabase, open: async () => openForTest(await emptyDatabase()) };
}

async function emptySqlite(): Promise<DatabaseConfig> {
  return { kind: 'sqlite', file: join(temporaryFolder(), 'filebrowser.db') };
}

export async function emptyPostgres(): Promise<DatabaseConfig> {
  const { config, drop } = await createPostgres();
  onTestFinished(drop);
  return config;
}

/** Creates an empty database in PostgreSQL, which the caller drops. */
export async function createPostgres(): Promise<{ config: DatabaseConfig; drop(): Promise<void> }> {
  const postgres = inject('postgres');
  if ('missing' in postgres) throw new Error(postgres.missing);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(postgres.url, `create database ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return {
    config: { kind: 'postgres', url: url.href },
    drop: () => administer(postgres.url, `drop database ${name} with (force)`),
  };
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
