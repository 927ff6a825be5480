import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskCache } from './disk-cache.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filebrowser-kept-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const keyOf = (n: number) => `${n.toString(16).padStart(2, '0')}${'0'.repeat(38)}`;
const fileOf = (key: string) => join(folder, key.slice(0, 2), key);
const value = (length = 100) => ({
  bytes: Buffer.alloc(length, 7),
  type: 'image/jpeg',
  source: '/a.jpg',
});

test('returns an entry with its type, and is private', async () => {
  const kept = new DiskCache(folder);
  await kept.set(keyOf(1), value());
  expect(await new DiskCache(folder).get(keyOf(1))).toEqual(value());
  expect((await stat(fileOf(keyOf(1)))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, '01'))).mode & 0o777).toBe(0o700);
});

test('ignores broken, truncated, empty and missing entries', async () => {
  const kept = new DiskCache(folder);
  await kept.set(keyOf(1), value());
  const whole = await readFile(fileOf(keyOf(1)));
  for (const broken of [
    whole.subarray(0, 40),
    whole.subarray(0, -1),
    Buffer.alloc(0),
    Buffer.alloc(200),
  ]) {
    await writeFile(fileOf(keyOf(1)), broken);
    expect(await kept.get(keyOf(1))).toBeUndefined();
  }
  expect(await kept.get(keyOf(2))).toBeUndefined();
});

test('removes the least recently used entries above its size, and no other files', async () => {
  const kept = new DiskCache(folder, 1_000);
  await writeFile(join(folder, 'notes.txt'), 'mine');
  for (let n = 1; n <= 5; n += 1) {
    await kept.set(keyOf(n), value());
    await kept.settled();
    const time = new Date(Date.now() - (10 - n) * 60_000);
    await utimes(fileOf(keyOf(n)), time, time);
  }
  await writeFile(join(folder, '01', 'foreign'), 'mine');
  await kept.set(keyOf(6), value(500));
  await kept.settled();

  const there = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => kept.get(keyOf(n))));
  expect(there.map((each) => each !== undefined)).toEqual([false, false, false, false, true, true]);
  expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  expect(await readdir(join(folder, '01'))).toEqual(['foreign']);
});

test('stores nothing in a folder that is not writable, without an error', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const kept = new DiskCache(join(file, 'below'));
  await kept.set(keyOf(1), value());
  expect(await kept.get(keyOf(1))).toBeUndefined();
});

test('leaves nothing behind on a full disk', async (context) => {
  const run = promisify(execFile);
  const small = join(folder, 'small');
  await mkdir(small);
  const whyNot = await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]).then(
    () => undefined,
    () => 'this machine does not let the test mount a file system',
  );
  if (whyNot !== undefined) context.skip(whyNot);
  try {
    await new DiskCache(small).set(keyOf(1), value(200_000));
    expect(await readdir(join(small, '01'))).toEqual([]);
  } finally {
    await run('umount', ['--lazy', small]);
  }
});

test('removes outdated entries only, also those from before a restart', async () => {
  const kept = new DiskCache(folder);
  for (const n of [1, 2, 3]) await kept.set(keyOf(n), { ...value(), source: `/${n}.jpg` });
  await writeFile(join(folder, '01', 'foreign'), 'mine');
  await writeFile(fileOf(keyOf(3)), 'FBKEEP1\nmade before sources were kept'.padEnd(100));
  const asked = new Map<string, string>();

  await new DiskCache(folder).removeStale(async (key, source) => {
    asked.set(key, source);
    return source === '/1.jpg';
  }, new AbortController().signal);

  expect(Object.fromEntries(asked)).toEqual({ [keyOf(1)]: '/1.jpg', [keyOf(2)]: '/2.jpg' });
  expect(await kept.get(keyOf(1))).toEqual({ ...value(), source: '/1.jpg' });
  expect(await readdir(join(folder, '01'))).toEqual([keyOf(1), 'foreign'].toSorted());
  for (const name of ['02', '03']) expect(await readdir(join(folder, name))).toEqual([]);
});

test('removes only the concerned entries, also those stored after the files were read', async () => {
  const kept = new DiskCache(folder);
  const { signal } = new AbortController();
  const remove = async (...sources: readonly string[]) => {
    const asked: string[] = [];
    await kept.removeStaleOf(
      (source) => sources.includes(source),
      async (_key, source) => {
        asked.push(source);
        return source === '/current';
      },
      signal,
    );
    return asked;
  };
  await kept.set(keyOf(1), { ...value(), source: '/first' });
  await kept.removeStale(async () => true, signal);
  await kept.set(keyOf(2), { ...value(), source: '/second' });
  await kept.set(keyOf(3), { ...value(), source: '/second' });
  await kept.set(keyOf(4), { ...value(), source: '/current' });

  expect(await remove('/second', '/current')).toEqual(['/second', '/second', '/current']);

  const there = await Promise.all([1, 2, 3, 4].map((n) => kept.get(keyOf(n))));
  expect(there.map((each) => each !== undefined)).toEqual([true, false, false, true]);
  expect(await remove('/second')).toEqual([]);
  expect(await remove('/first')).toEqual(['/first']);
});
