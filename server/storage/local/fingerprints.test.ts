import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import type { StorageDriver } from '../driver.ts';
import { openLocalDriver } from './local-driver.ts';
import { at } from '../driver.test-tools.ts';

const root = mkdtempSync(join(tmpdir(), 'filebrowser-fingerprints-'));
const driver = openLocalDriver({ root });
afterAll(async () => {
  await driver.close();
  rmSync(root, { recursive: true });
});

async function fingerprintOf(name: string, by: StorageDriver = driver): Promise<string> {
  const found = await by.resolve(at(`/${name}`), ROOT);
  if (found.kind !== 'found') throw new Error(`${name} is not there`);
  return found.stat.fingerprint;
}

test('a file that is changed in place, and one that is moved back, keep theirs, also after a restart', async () => {
  const file = join(root, 'a');
  writeFileSync(file, 'one');
  const fingerprint = await fingerprintOf('a');
  writeFileSync(file, 'two, longer');
  expect(await fingerprintOf('a')).toBe(fingerprint);
  renameSync(file, join(root, 'away'));
  writeFileSync(file, 'one');
  expect(await fingerprintOf('a')).not.toBe(fingerprint);
  renameSync(join(root, 'away'), file);
  expect(await fingerprintOf('a')).toBe(fingerprint);

  const again = openLocalDriver({ root });
  try {
    expect(await fingerprintOf('a', again)).toBe(fingerprint);
  } finally {
    await again.close();
  }
});

test('another file that came at once is another one, and a second name of one is not', async () => {
  const file = join(root, 'b');
  const fingerprints = new Set<string>();
  for (let time = 0; time < 50; time += 1) {
    writeFileSync(file, 'x');
    fingerprints.add(await fingerprintOf('b'));
    rmSync(file);
  }
  expect(fingerprints.size).toBe(50);
  writeFileSync(file, 'x');
  linkSync(file, join(root, 'c'));
  expect(await fingerprintOf('c')).toBe(await fingerprintOf('b'));
});

test('entries that are created within one tick of the clock have different ones', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `folder-${index}`);
  for (const name of names) mkdirSync(join(root, name));
  const fingerprints = await Promise.all(names.map((name) => fingerprintOf(name)));
  expect(new Set(fingerprints).size).toBe(names.length);
});
