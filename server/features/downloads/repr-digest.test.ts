import { createHash, randomBytes } from 'node:crypto';
import { rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { FileInfo } from '#contract/files.ts';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type Client, createClient } from '../../testing/client.ts';
import { startDamagingProxy } from '../../testing/damaging-proxy.ts';
import { until } from '../../testing/open-request.ts';
import { shareOf } from '../../testing/shares.ts';

const MIB = 1024 * 1024;
const LARGE = randomBytes(3 * MIB);

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('base64');
}

function reprDigest(bytes: Buffer | string): string {
  return `sha-256=:${sha256(bytes)}:`;
}

function stated(bytes: Buffer): string {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(crc32(bytes));
  return `crc32 ${value.toString('base64')}`;
}

/** Uploads in chunks with checksums. */
async function upload(who: Client, path: string, bytes: Buffer, chunkBytes = MIB): Promise<void> {
  await who.post(`/api/tus${path}`, { headers: { 'upload-length': String(bytes.length) } });
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    await appendChunk(who, path, at, bytes.subarray(at, at + chunkBytes));
  }
}

async function appendChunk(who: Client, path: string, at: number, body: Buffer): Promise<void> {
  const headers = {
    'content-type': TUS_CONTENT_TYPE,
    'upload-offset': String(at),
    'upload-checksum': stated(body),
  };
  expect((await who.patch(`/api/tus${path}`, { body, headers })).status).toBe(204);
}

async function digestOf(who: Client, path: string): Promise<string | undefined> {
  return (await who.head(`/api/raw${path}`)).headers['repr-digest'] as string | undefined;
}

/** Waits for a digest that is computed in the background. */
async function untilKnown(who: Client, path: string): Promise<void> {
  await until(async () => (await digestOf(who, path)) !== undefined);
}

async function rowsOf({ db }: TestApp): Promise<string[]> {
  const rows = await db.read.selectFrom('fileDigest').select('sha256').execute();
  return rows.map((row) => row.sha256);
}

test('a verified upload has its digest in downloads, ranges and HEAD, also after a restart and a rename', async () => {
  const before = await startTestApp();
  const anna = await before.logIn();
  await upload(anna, '/a.bin', LARGE);
  await untilKnown(anna, '/a.bin');

  await using app = await before.restart();
  const again = app.client(anna.token);
  const renamed = '/api/resources/a.bin?action=rename&destination=%2Fb.bin';
  expect((await again.patch(renamed)).status).toBe(200);
  const whole = await again.get('/api/raw/b.bin');
  expect(whole.headers['repr-digest']).toBe(reprDigest(LARGE));
  expect(sha256(whole.bytes)).toBe(sha256(LARGE));
  const part = await again.get('/api/raw/b.bin', { headers: { range: 'bytes=5-9' } });
  expect([part.status, part.headers['repr-digest']]).toEqual([206, reprDigest(LARGE)]);
  const etag = whole.headers.etag ?? '';
  const unchanged = await again.get('/api/raw/b.bin', { headers: { 'if-none-match': etag } });
  expect([unchanged.status, unchanged.headers['repr-digest']]).toEqual([304, undefined]);
  const bad = await again.get('/api/raw/b.bin', { headers: { range: 'bytes=99999999-' } });
  expect([bad.status, bad.headers['repr-digest']]).toEqual([416, undefined]);

  const info = (await again.get('/api/resources/b.bin?content=false')).json<FileInfo>();
  expect(info.storedChecksum?.sha256).toBe(createHash('sha256').update(LARGE).digest('hex'));
  const forOldClients = (await again.get('/api/resources/b.bin')).json<FileInfo>();
  expect(forOldClients).not.toHaveProperty('storedChecksum');
});

test('an upload that a restart has interrupted gets its digest too', async () => {
  const before = await startTestApp();
  const anna = await before.logIn();
  await anna.post('/api/tus/a.bin', { headers: { 'upload-length': String(LARGE.length) } });
  await appendChunk(anna, '/a.bin', 0, LARGE.subarray(0, MIB));

  await using app = await before.restart();
  const again = app.client(anna.token);
  await appendChunk(again, '/a.bin', MIB, LARGE.subarray(MIB));

  await untilKnown(again, '/a.bin');
  expect(await digestOf(again, '/a.bin')).toBe(reprDigest(LARGE));
});

test('a small file has its digest, and share visitors see it', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await upload(anna, '/a.txt', Buffer.from('hello'));
  const { hash } = await shareOf(anna, '/a.txt');

  expect(await digestOf(anna, '/a.txt')).toBe(reprDigest('hello'));
  const shared = await app.visitor.get(`/api/public/dl/${hash}`);
  expect([shared.text, shared.headers['repr-digest']]).toEqual(['hello', reprDigest('hello')]);
});

test('a file that has been changed, replaced or touched on disk has no digest any more', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  for (const name of ['changed', 'replaced', 'touched']) {
    await upload(anna, `/${name}`, Buffer.from(name));
    expect(await digestOf(anna, `/${name}`)).toBe(reprDigest(name));
  }
  await until(async () => (await rowsOf(app)).length === 3);

  const inRoot = (name: string): string => join(app.root, name);
  await writeFile(inRoot('changed'), 'CHANGED');
  await writeFile(inRoot('other'), 'REPLACED');
  const { mtime, atime } = await stat(inRoot('replaced'));
  await utimes(inRoot('other'), atime, mtime);
  await rename(inRoot('other'), inRoot('replaced'));
  await utimes(inRoot('touched'), atime, new Date(0));

  for (const name of ['changed', 'replaced', 'touched']) {
    expect(await digestOf(anna, `/${name}`)).toBeUndefined();
    const info = (await anna.get(`/api/resources/${name}?content=false`)).json<FileInfo>();
    expect(info).not.toHaveProperty('storedChecksum');
  }
  // No file has the fingerprint of the replaced one any more.
  await until(async () => (await rowsOf(app)).length === 1);
});

test('without checksums an upload has no digest, because nobody has verified it', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await anna.post('/api/resources/a.txt', { body: 'hello' });
  expect(await digestOf(anna, '/a.txt')).toBeUndefined();
});

test('who may not download a file does not learn its digest', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await upload(anna, '/a.txt', Buffer.from('hello'));
  const perm = {
    admin: false,
    execute: false,
    create: true,
    rename: true,
    modify: true,
    delete: true,
    share: false,
    download: false,
  };
  const bob = await app.logIn({ username: 'bob', perm });
  const info = (await bob.get('/api/resources/a.txt?content=false')).json<FileInfo>();
  expect(info.name).toBe('a.txt');
  expect(info).not.toHaveProperty('storedChecksum');
});

test.each([
  ['small', Buffer.from('hello')],
  ['large', LARGE],
])('a %s body is published only with the digest that its sender states', async (_size, bytes) => {
  await using app = await startTestApp({ files: { '/old.bin': 'old' } });
  await using proxy = await startDamagingProxy(app.url);
  const anna = createClient(proxy.url, (await app.logIn()).token);
  const headers = { 'content-digest': `md5=:AAAA:, ${reprDigest(bytes)}` };

  proxy.damageNext(1);
  const refused = await anna.post('/api/resources/new.bin', { body: bytes, headers });
  expect(refused.status).toBe(400);
  expect(refused.text).toBe(
    '400 Bad Request (the body has another SHA-256 than "Content-Digest" states, and was discarded. Send it again)\n',
  );
  proxy.damageNext(1);
  const also = { 'repr-digest': reprDigest(bytes) };
  const unsaved = await anna.put('/api/resources/old.bin', { body: bytes, headers: also });
  expect(unsaved.status).toBe(400);
  expect(await app.filesOnDisk()).toEqual({ '/old.bin': 'old' });

  expect((await anna.post('/api/resources/new.bin', { body: bytes, headers })).status).toBe(200);
  const saved = await anna.put('/api/resources/old.bin', { body: bytes, headers: also });
  expect(saved.status).toBe(200);
  for (const path of ['/new.bin', '/old.bin']) {
    expect(await digestOf(anna, path)).toBe(reprDigest(bytes));
  }
});

test.each(['sha-256=abc', 'sha-256=:AAAA:', 'sha-256'])(
  'the unreadable digest "%s" is refused',
  async (digest) => {
    await using app = await startTestApp();
    const anna = await app.logIn();
    const headers = { 'repr-digest': digest };
    const refused = await anna.post('/api/resources/a.txt', { body: 'hello', headers });
    expect([refused.status, await app.filesOnDisk()]).toEqual([400, {}]);
  },
);
