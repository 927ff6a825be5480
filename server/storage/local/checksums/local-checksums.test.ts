import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LocalChecksums } from './local-checksums.ts';

const folder = mkdtempSync(join(tmpdir(), 'filebrowser-hash-'));
const pool = new LocalChecksums();
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true });
});

const inTime = () => AbortSignal.timeout(60_000);

function opened(name: string, bytes: Buffer): number {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return openSync(file, 'r');
}

function sha1(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex');
}

/** Returns the nice values of the threads of this process: 0 is normal, larger values have a lower priority. */
function nicenessOfThreads(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });
}

test('hashes many files at once in few threads', async () => {
  const files = Array.from({ length: 12 }, (_, index) => {
    const bytes = randomBytes(300_000 + index);
    return { bytes, fd: opened(`file${index}`, bytes) };
  });

  const sums = await Promise.all(
    files.map(({ fd, bytes }) =>
      pool.hash({ fd, bytes: bytes.length, algorithms: ['sha1'] }, inTime()),
    ),
  );

  expect(sums).toEqual(files.map(({ bytes }) => ({ sha1: sha1(bytes) })));
  for (const { fd } of files) closeSync(fd);
});

test('hashes the requested length of a growing file, and the rest of a shrinking one', async () => {
  const bytes = randomBytes(500_000);
  const fd = opened('changing', bytes);
  const ask = (count: number) => pool.hash({ fd, bytes: count, algorithms: ['sha1'] }, inTime());

  expect(await ask(400_000)).toEqual({ sha1: sha1(bytes.subarray(0, 400_000)) });
  expect(await ask(900_000)).toEqual({ sha1: sha1(bytes) });
  closeSync(fd);
});

test('fails with the error of the file system when a file cannot be read', async () => {
  const fd = openSync(folder, 'r');
  await expect(pool.hash({ fd, bytes: 10, algorithms: ['md5'] }, inTime())).rejects.toMatchObject({
    name: 'AppError',
  });
  closeSync(fd);
});

test('hashes at a lower priority than the thread that answers requests', async () => {
  const fd = opened('some', randomBytes(100_000));
  await pool.hash({ fd, bytes: 100_000, algorithms: ['md5'] }, inTime());
  closeSync(fd);

  const own = getPriority();
  expect(nicenessOfThreads().some((niceness) => niceness > own)).toBe(true);
  expect(nicenessOfThreads().filter((niceness) => niceness === own).length).toBeGreaterThan(1);
});

test('begins nothing when the signal is aborted already', async () => {
  const left = AbortSignal.abort(new Error('left'));
  await expect(pool.hash({ fd: -1, bytes: 1, algorithms: ['md5'] }, left)).rejects.toThrow('left');
});
