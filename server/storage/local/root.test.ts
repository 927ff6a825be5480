import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openLocalDriver } from './local-driver.ts';
import { at, readText } from '../driver.test-tools.ts';

const base = mkdtempSync(join(tmpdir(), 'filebrowser-root-'));
afterAll(() => rmSync(base, { recursive: true }));

test('reports a root that is missing or not a folder in one line with its path', () => {
  writeFileSync(join(base, 'file'), '');
  const missing = join(base, 'missing');
  expect(() => openLocalDriver({ root: missing })).toThrow(`the root ${missing} does not exist`);
  const file = join(base, 'file');
  expect(() => openLocalDriver({ root: file })).toThrow(`the root ${file} is not a folder`);
});

test('accepts a root behind symlinks, and keeps it when it is renamed', async () => {
  mkdirSync(join(base, 'real'));
  writeFileSync(join(base, 'real/a'), 'hello');
  symlinkSync('real', join(base, 'link'));
  const driver = openLocalDriver({ root: join(base, 'link') });
  expect(await readText(driver, at('/a'))).toBe('hello');

  renameSync(join(base, 'real'), join(base, 'renamed'));
  expect(await readText(driver, at('/a'))).toBe('hello');
  await driver.close();
});

test('recognizes a case-sensitive file system, also with an empty root', () => {
  mkdirSync(join(base, 'empty'));
  mkdirSync(join(base, 'twins'));
  writeFileSync(join(base, 'twins/a'), '');
  writeFileSync(join(base, 'twins/A'), '');
  for (const name of ['', 'empty', 'twins']) {
    const driver = openLocalDriver({ root: join(base, name) });
    expect(driver.features.caseSensitive).toBe(true);
  }
});

test('after closing, nothing is begun any more', async () => {
  const driver = openLocalDriver({ root: base });
  await driver.close();
  await expect(driver.usage(at('/'))).rejects.toMatchObject({ code: 'shutting-down' });
});
