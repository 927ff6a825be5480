import { createHash, randomBytes } from 'node:crypto';
import { readdir, readlink, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { CHECKSUM_ALGORITHMS, checksumUrl, type FileInfo, type Folder } from '#contract/files.ts';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { openRequest, until } from '../../testing/open-request.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const { perm } = aStoredUser();
const TERABYTE = 1024 ** 4;

function expected(bytes: Buffer, algorithm: string): string {
  return createHash(algorithm).update(bytes).digest('hex');
}

/** A file that takes many minutes to read and no space. */
async function hugeFile(app: TestApp): Promise<string> {
  const path = join(app.root, 'huge.bin');
  await writeFile(path, '');
  await truncate(path, TERABYTE);
  return path;
}

function openAsking(app: TestApp, who: Client, path: string) {
  const request = openRequest('GET', app.url + path, { 'x-auth': who.token ?? '' });
  request.end();
  return request;
}

/** How often this process, which is the server's too, has a file open. */
async function timesOpen(path: string): Promise<number> {
  const descriptors = await readdir('/proc/self/fd');
  const targets = descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(targets)).filter((target) => target === path).length;
}

test('a file’s checksums are those of its bytes, whatever its size, several from one call', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  for (const size of [0, 5, 65_536, 65_537, 262_144, 3_000_001]) {
    const bytes = randomBytes(size);
    await writeFile(join(app.root, 'file.bin'), bytes);

    const reply = await anna.get(checksumUrl('/file.bin', CHECKSUM_ALGORITHMS));

    expect(reply.json<FileInfo>().checksums).toEqual(
      Object.fromEntries(CHECKSUM_ALGORITHMS.map((each) => [each, expected(bytes, each)])),
    );
    for (const each of CHECKSUM_ALGORITHMS) {
      const one = (await anna.get(checksumUrl('/file.bin', [each]))).json<FileInfo>();
      expect(one.checksums).toEqual({ [each]: expected(bytes, each) });
    }
  }
});

test('the answer is that of the file without its text', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'hello' } });
  const anna = await app.logIn();
  const { content, ...facts } = (await anna.get('/api/resources/a.txt')).json<FileInfo>();

  const reply = await anna.get('/api/resources/a.txt?checksum=md5');

  expect(content).toBe('hello');
  expect(reply.json()).toEqual({
    ...facts,
    checksums: { md5: '5d41402abc4b2a76b9719d911017c592' },
  });
});

test('refuses checksums without the permission to download', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'hello', '/docs/b.txt': 'x' } });
  await symlink('docs/b.txt', join(app.root, 'link'));
  const looker = await app.logIn({ username: 'looker', perm: { ...perm, download: false } });
  const ruled = await app.logIn({
    username: 'ruled',
    rules: [{ regex: false, allow: false, path: '/docs', regexp: null }],
  });

  for (const asked of ['md5', 'crc', 'md5,sha1']) {
    expect((await looker.get(`/api/resources/a.txt?checksum=${asked}`)).status).toBe(403);
  }
  expect((await ruled.get('/api/resources/docs/b.txt?checksum=md5')).status).toBe(403);
  expect((await ruled.get('/api/resources/link?checksum=md5')).status).toBe(403);
  expect((await app.visitor.get('/api/resources/a.txt?checksum=md5')).status).toBe(401);
});

test('refuses unknown algorithms', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'hello' } });
  const anna = await app.logIn();
  for (const asked of ['crc', 'MD5', 'md5,', ',', 'md5,crc', 'md5%20', 'sha256;md5']) {
    const { status } = await anna.get(`/api/resources/a.txt?checksum=${asked}`);
    expect([asked, status]).toEqual([asked, 400]);
  }
});

test('folders have no checksum, and asking for nothing is like not asking', async () => {
  await using app = await startTestApp({ files: { '/docs/a.txt': 'hello' } });
  const anna = await app.logIn();

  const folder = await anna.get('/api/resources/docs?checksum=md5');
  expect(folder.json<Folder>().items).toHaveLength(1);
  expect(folder.json()).not.toHaveProperty('checksums');
  const file = (await anna.get('/api/resources/docs/a.txt?checksum=')).json<FileInfo>();
  expect(file.content).toBe('hello');
  expect(file).not.toHaveProperty('checksums');
});

test('hashes the target of a symlink, and only files', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'hello' } });
  await symlink('a.txt', join(app.root, 'link'));
  await symlink('nowhere', join(app.root, 'broken'));
  await symlink('../outside', join(app.root, 'out'));
  execFileSync('mkfifo', [join(app.root, 'pipe')]);
  const anna = await app.logIn();
  const ask = (name: string) => anna.get(`/api/resources/${name}?checksum=md5`);

  expect((await ask('link')).json<FileInfo>().checksums?.md5).toBe(
    '5d41402abc4b2a76b9719d911017c592',
  );
  expect((await ask('broken')).status).toBe(404);
  expect((await ask('none')).status).toBe(404);
  expect((await ask('out')).status).toBe(403);
  expect((await ask('pipe')).status).toBe(400);
});

test('when the client leaves, reading a terabyte stops and leaves nothing open', async () => {
  await using app = await startTestApp();
  const path = await hugeFile(app);
  const anna = await app.logIn();
  const asking = openAsking(app, anna, checksumUrl('/huge.bin', CHECKSUM_ALGORITHMS));
  await until(async () => (await timesOpen(path)) > 0);

  asking.breakOff();

  await until(async () => (await timesOpen(path)) === 0, 15_000);
  expect(await timesOpen(path)).toBe(0);
});

test('checksums of terabytes hold up neither other requests nor the checksums of others', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'hello' } });
  const path = await hugeFile(app);
  await writeFile(join(app.root, 'large.bin'), Buffer.alloc(1_000_000));
  const anna = await app.logIn();
  const asking = Array.from({ length: 4 }, () =>
    openAsking(app, anna, checksumUrl('/huge.bin', ['sha256'])),
  );
  await until(async () => (await timesOpen(path)) === 4, 15_000);

  expect((await anna.get('/api/resources/')).status).toBe(200);
  const { checksums } = (await anna.get(checksumUrl('/large.bin', ['sha1']))).json<FileInfo>();
  expect(checksums?.sha1).toBe(expected(Buffer.alloc(1_000_000), 'sha1'));
  expect(await timesOpen(path)).toBe(4);

  for (const each of asking) each.breakOff();
  await until(async () => (await timesOpen(path)) === 0, 15_000);
});

test('many checksums of one user at once are refused before they cost anything, and those of others are answered', async () => {
  await using app = await startTestApp();
  const path = await hugeFile(app);
  const anna = await app.logIn();
  const url = checksumUrl('/huge.bin', ['md5']);
  const asking = Array.from({ length: 8 }, () => openAsking(app, anna, url));
  await until(async () => (await timesOpen(path)) === 8, 15_000);

  expect((await anna.get(url)).status).toBe(429);
  await writeFile(join(app.root, 'large.bin'), Buffer.alloc(1_000_000));
  const bob = await app.logIn({ username: 'bob' });
  expect((await bob.get(checksumUrl('/large.bin', ['md5']))).status).toBe(200);

  for (const each of asking) each.breakOff();
  await until(async () => (await timesOpen(path)) === 0, 15_000);
  expect((await anna.get(checksumUrl('/large.bin', ['md5']))).status).toBe(200);
});

test('a server that stops does not wait for a terabyte', async () => {
  const app = await startTestApp();
  const path = await hugeFile(app);
  const anna = await app.logIn();
  const asking = openAsking(app, anna, checksumUrl('/huge.bin', ['md5']));
  await until(async () => (await timesOpen(path)) > 0);

  await app[Symbol.asyncDispose]();

  expect(await asking.status).toBeUndefined();
});
