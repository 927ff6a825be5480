import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bundledProgram } from './bundled.ts';
import { migrationsFor } from '../metadata/migrations/all.ts';

/** Table that only the later version creates. */
export const LATER_TABLE = 'ofLaterVersion';

const MIGRATION = `"9999-later-version-compatible":{async up(db){await db.schema.createTable("${LATER_TABLE}").addColumn("id","integer").execute()}}`;

/**
 * Returns the absolute path of a program like `bundledProgram('main')` that is a version later: it has one more migration, which only adds a
 * table. Removes it after the test.
 */
export function laterVersion(): string {
  const folder = dirname(bundledProgram('main'));
  // As deep as the other one, so that it finds the libraries and the page.
  const later = `${folder}-later-${process.pid}`;
  cpSync(folder, later, { recursive: true });
  onTestFinished(() => rmSync(later, { recursive: true, force: true }));
  const last = Object.keys(migrationsFor('postgres')).at(-1) ?? '';
  const table = new RegExp(`("${last}":[^,}]+)\\}`);
  const changed = readdirSync(later).filter((name) => addMigration(join(later, name), table));
  assert.equal(changed.length, 1, 'the table of the migrations is in one bundle');
  return join(later, 'main.js');
}

/** Returns false for a file without the table of the migrations. */
function addMigration(file: string, table: RegExp): boolean {
  if (!file.endsWith('.mjs')) return false;
  const code = readFileSync(file, 'utf8');
  if (!table.test(code)) return false;
  writeFileSync(
    file,
    code.replace(table, (_, entries: string) => `${entries},${MIGRATION}}`),
  );
  return true;
}
