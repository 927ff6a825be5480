import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { at } from '../contract-suite.ts';
import type { StorageDriver } from '../driver.ts';
import { openLocalDriver } from './local-driver.ts';

const root = mkdtempSync(join(tmpdir(), 'filebrowser-marks-'));
const driver = openLocalDriver({ root });
afterAll(async () => {
  await driver.close();
  rmSync(root, { recursive: true });
});

async function markOf(name: string, by: StorageDriver = driver): Promise<string> {
  const found = await by.resolve(at(`/${name}`), ROOT);
  if (found.kind !== 'found') throw new Error(`${name} is not there`);
  return found.stat.mark;
}

test('a file that is written in place, and one that comes back, are the same, after a restart too', async () => {
  const file = join(root, 'a');
  writeFileSync(file, 'one');
  const mark = await markOf('a');
  writeFileSync(file, 'two, longer');
  expect(await markOf('a')).toBe(mark);
  renameSync(file, join(root, 'away'));
  writeFileSync(file, 'one');
  expect(await markOf('a')).not.toBe(mark);
  renameSync(join(root, 'away'), file);
  expect(await markOf('a')).toBe(mark);

  const again = openLocalDriver({ root });
  try {
    expect(await markOf('a', again)).toBe(mark);
  } finally {
    await again.close();
  }
});

test('another file that came at once is another one, and a second name of one is not', async () => {
  const file = join(root, 'b');
  const marks = new Set<string>();
  for (let time = 0; time < 50; time += 1) {
    writeFileSync(file, 'x');
    marks.add(await markOf('b'));
    rmSync(file);
  }
  expect(marks.size).toBe(50);
  writeFileSync(file, 'x');
  linkSync(file, join(root, 'c'));
  expect(await markOf('c')).toBe(await markOf('b'));
});

test('many that are made within one tick of the clock are told apart', async () => {
  const names = Array.from({ length: 200 }, (_, index) => `folder-${index}`);
  for (const name of names) mkdirSync(join(root, name));
  const marks = await Promise.all(names.map((name) => markOf(name)));
  expect(new Set(marks).size).toBe(names.length);
});
