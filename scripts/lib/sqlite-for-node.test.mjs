import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { putSqliteInPlace } from './sqlite-for-node.mjs';

test.each([
  ['20.19.0', '12'],
  ['22.0.0', '13'],
  ['24.19.0', '13'],
])('on Node %s the program finds version %s', (node, version) => {
  const root = mkdtempSync(join(tmpdir(), 'filebrowser-sqlite-'));
  const inPackage = (name) => join(root, 'node_modules', name);
  for (const [name, own] of Object.entries({ 'better-sqlite3': '12', 'better-sqlite3-13': '13' })) {
    mkdirSync(inPackage(name), { recursive: true });
    writeFileSync(join(inPackage(name), 'version'), own);
  }
  putSqliteInPlace(root, node);
  expect(readFileSync(join(inPackage('better-sqlite3'), 'version'), 'utf8')).toBe(version);
  rmSync(root, { recursive: true });
});
