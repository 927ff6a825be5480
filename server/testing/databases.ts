import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createPostgresDatabase, type PostgresDatabase } from '../../scripts/postgres-database.mjs';
import { startPostgres } from '../../scripts/postgres.mjs';
import { openDatabase } from '../metadata/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a server on which databases can be created, or the reason why there is none. */
    postgres: { readonly url: string } | { readonly missing: string };
    /** The name of an empty database in PostgreSQL with all migrations applied, to be copied; '' without PostgreSQL. */
    migratedTemplate: string;
    /** The path of an empty SQLite database with all migrations applied, to be copied. */
    migratedDatabase: string;
  }
}

async function createTemplate(serverUrl: string): Promise<PostgresDatabase> {
  const template = await createPostgresDatabase(serverUrl);
  await (await openDatabase({ kind: 'postgres', url: template.url })).close();
  return template;
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
  const template = 'missing' in postgres ? undefined : await createTemplate(postgres.url);
  project.provide('migratedTemplate', template?.name ?? '');
  return async () => {
    if (!('missing' in postgres)) {
      await template?.drop();
      await postgres.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  };
}
