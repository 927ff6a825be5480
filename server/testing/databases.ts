import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres.mjs';
import { openDatabase } from '../metadata/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a server on which databases can be created, or the reason why there is none. */
    postgres: { readonly url: string } | { readonly missing: string };
    /** The name of an empty database in PostgreSQL with all migrations applied, to be copied. */
    migratedTemplate: string;
    /** The path of an empty SQLite database with all migrations applied, to be copied. */
    migratedDatabase: string;
  }
}

async function createTemplate(url: string, name: string): Promise<void> {
  await administer(url, `create database ${name}`);
  await (await openDatabase({ kind: 'postgres', url: addressOf(url, name) })).close();
}

/** Runs a statement as the superuser. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the address of a database of a server. */
export function addressOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Provides the databases of a run; vitest calls it once before the tests of the server, and the returned function after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'fb-migrated-'));
  const file = join(folder, 'filebrowser.db');
  await (await openDatabase({ kind: 'sqlite', file })).close();
  project.provide('migratedDatabase', file);

  const postgres = await startPostgres();
  if ('missing' in postgres) {
    if (process.env.CI === 'true') throw new Error(postgres.missing);
    console.warn(postgres.missing);
  }
  project.provide('postgres', 'missing' in postgres ? postgres : { url: postgres.url });
  const template = `migrated_${randomUUID().replaceAll('-', '')}`;
  project.provide('migratedTemplate', template);
  if (!('missing' in postgres)) await createTemplate(postgres.url, template);
  return async () => {
    if (!('missing' in postgres)) {
      await administer(postgres.url, `drop database ${template}`);
      await postgres.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  };
}
