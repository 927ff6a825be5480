import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import type { WriteOptions } from '../driver.ts';
import { openLocalDriver } from './local-driver.ts';
import type { EntryStat } from '../entry.ts';
import { at } from '../driver.test-tools.ts';

const root = mkdtempSync(join(tmpdir(), 'filebrowser-versions-'));
const driver = openLocalDriver({ root });
afterAll(async () => {
  await driver.close();
  rmSync(root, { recursive: true });
});

const STALE = { code: 'stale' };

function write(name: string, text: string, options: Partial<WriteOptions> = {}) {
  return driver.writeFile(ROOT, name, Buffer.from(text), { replace: true, ...options });
}

async function publish(name: string, text: string, options: Partial<WriteOptions> = {}) {
  const temporaryFile = await driver.createTemporaryFile(ROOT);
  await temporaryFile.write([Buffer.from(text)], 0);
  try {
    return await temporaryFile.publish(name, { replace: true, ...options });
  } catch (error) {
    await temporaryFile.discard();
    throw error;
  }
}

async function seen(name: string): Promise<EntryStat> {
  const found = await driver.resolve(at(`/${name}`), ROOT);
  if (found.kind !== 'found') throw new Error(`${name} is not there`);
  return found.stat;
}

function onDisk(name: string): string {
  return readFileSync(join(root, name), 'utf8');
}

test.each([
  ['in one step', write],
  ['from a part', publish],
])('replaces a file only if it is the expected version: %s', async (_, put) => {
  const first = await put('seen', 'one');
  const second = await put('seen', 'two', { ifStill: first });
  await expect(put('seen', 'three', { ifStill: first })).rejects.toMatchObject(STALE);
  expect(onDisk('seen')).toBe('two');
  expect(second).toEqual(await seen('seen'));
});

test('a file written by another program is noticed, also when its size and time are the same', async () => {
  const first = await write('foreign', 'one');
  const file = join(root, 'foreign');
  writeFileSync(file, 'two');
  await expect(write('foreign', 'three', { ifStill: first })).rejects.toMatchObject(STALE);

  const { mtime } = statSync(file);
  const again = await seen('foreign');
  rmSync(file);
  writeFileSync(join(root, 'keeps-the-number-in-use'), '');
  writeFileSync(file, 'six');
  utimesSync(file, mtime, mtime);
  await expect(write('foreign', 'three', { ifStill: again })).rejects.toMatchObject(STALE);
  expect(onDisk('foreign')).toBe('six');
});

test('a file that has gone since it was seen does not come back', async () => {
  const first = await write('gone', 'one');
  rmSync(join(root, 'gone'));
  await expect(write('gone', 'two', { ifStill: first })).rejects.toMatchObject(STALE);
  await expect(seen('gone')).rejects.toThrow('not there');
});

test('versions that follow each other at once are never mistaken for each other', async () => {
  const times = new Set<bigint>();
  for (let each = 0; each < 200; each += 1) {
    times.add((await write('quick', 'same size')).modifiedNs);
  }
  expect(times.size).toBe(200);
});

test.each([0, 1, 1_700_000_000_123, 1_763_745_123_457, 1_699_999_999_999, 4_102_444_800_001])(
  'a file appears with the time it is to have, to the millisecond: %d',
  async (modifiedMs) => {
    for (const put of [write, publish]) {
      const stat = await put('dated', `at ${modifiedMs}`, { modifiedMs });
      expect(Number(stat.modifiedNs / 1_000_000n)).toBe(modifiedMs);
      expect(await seen('dated')).toEqual(stat);
    }
  },
);

test('a time that the file system cannot hold becomes the nearest one it can', async () => {
  const stat = await write('far', 'x', { modifiedMs: 8.64e15 });
  expect(stat.modifiedNs).toBeGreaterThan(4_102_444_800_000_000_000n);
  expect(await seen('far')).toEqual(stat);
});
