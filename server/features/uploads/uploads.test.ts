import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { findUploadsAt, insertUpload, unfinishedUploads } from '../../metadata/uploads.ts';
import type { Folder } from '#contract/files.ts';
import { expect, test } from 'vitest';
import { allOf } from '../../testing/all-of.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { openRequest, type OpenRequest, until } from '../../testing/open-request.ts';
import { anUpload, aStoredUser, treePath } from '../../testing/stored-records.ts';

const MIB = 1024 * 1024;

/** Large enough for a temporary file, however it is sent. */
const LARGE = randomBytes(MIB);

interface Begun {
  readonly override?: boolean;
  readonly key?: string;
}

function keyHeader(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'x-upload-key': key };
}

function begin(
  who: Client,
  path: string,
  length: number | string,
  how: Begun = {},
): Promise<Reply> {
  return who.post(`/api/tus${path}?override=${how.override ?? false}`, {
    headers: { 'upload-length': String(length), ...keyHeader(how.key) },
  });
}

function append(
  who: Client,
  path: string,
  offset: number | string,
  body: string | Buffer,
  key?: string,
) {
  return who.patch(`/api/tus${path}`, {
    body,
    headers: {
      'content-type': TUS_CONTENT_TYPE,
      'upload-offset': String(offset),
      ...keyHeader(key),
    },
  });
}

async function offsetOf(who: Client, path: string, key?: string): Promise<number | undefined> {
  const reply = await who.head(`/api/tus${path}`, { headers: keyHeader(key) });
  return reply.status === 200 ? Number(reply.headers['upload-offset']) : undefined;
}

/** Begins a chunk. The test decides what its client does next. */
function openChunk(
  app: TestApp,
  who: Client,
  path: string,
  { offset, length }: { readonly offset: number; readonly length?: number },
): OpenRequest {
  return openRequest('PATCH', `${app.url}/api/tus${path}`, {
    'x-auth': who.token ?? '',
    'content-type': TUS_CONTENT_TYPE,
    'upload-offset': offset,
    ...(length === undefined ? {} : { 'content-length': length }),
  });
}

async function partSizes(app: TestApp, folder = ''): Promise<number[]> {
  const names = await readdir(join(app.root, folder));
  const parts = names.filter((name) => name.endsWith('.part'));
  return Promise.all(parts.map(async (name) => (await stat(join(app.root, folder, name))).size));
}

async function namesSeen(who: Client, folder = '/'): Promise<string[]> {
  const { items } = (await who.get(`/api/resources${folder}`)).json<Folder>();
  return items.map(({ name }) => name);
}

test('a file is invisible until its last chunk, and the old one stays until then', async () => {
  await using app = await startTestApp({ files: { '/docs/plan.bin': 'old' } });
  const anna = await app.logIn();

  const begun = await begin(anna, '/docs/plan.bin', LARGE.length, { override: true });
  expect([begun.status, begun.text]).toEqual([201, '201 Created\n']);
  expect(begun.headers).toMatchObject({
    location: '/api/tus/docs/plan.bin',
    'tus-resumable': '1.0.0',
  });
  expect(await offsetOf(anna, '/docs/plan.bin')).toBe(0);

  const half = LARGE.length / 2;
  const first = await append(anna, '/docs/plan.bin', 0, LARGE.subarray(0, half));
  expect([first.status, first.text, first.headers['upload-offset']]).toEqual([204, '', `${half}`]);
  expect(await readFile(join(app.root, 'docs/plan.bin'), 'utf8')).toBe('old');
  expect(await namesSeen(anna, '/docs')).toEqual(['plan.bin']);
  const [part = ''] = (await readdir(join(app.root, 'docs'))).filter((name) =>
    name.endsWith('.part'),
  );
  for (const url of [`/api/raw/docs/${part}`, `/api/resources/docs/${part}`]) {
    expect((await anna.get(url)).status).toBeGreaterThanOrEqual(400);
  }

  const asked = await anna.get('/api/tus/docs/plan.bin');
  expect(asked.headers).toMatchObject({
    'upload-offset': `${half}`,
    'upload-length': `${LARGE.length}`,
    'cache-control': 'no-store',
  });

  const last = await append(anna, '/docs/plan.bin', half, LARGE.subarray(half));
  expect([last.status, last.headers['upload-offset']]).toEqual([204, `${LARGE.length}`]);
  expect((await readFile(join(app.root, 'docs/plan.bin'))).equals(LARGE)).toBe(true);
  expect(await partSizes(app, 'docs')).toEqual([]);
});

test('for an hour after its end an upload says that it is whole, so that no client begins again', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.txt', 5);
  expect((await append(anna, '/a.txt', 0, 'hello')).status).toBe(204);

  expect(await offsetOf(anna, '/a.txt')).toBe(5);
  expect((await append(anna, '/a.txt', 0, 'hello')).status).toBe(409);
  expect((await append(anna, '/a.txt', 5, '')).status).toBe(404);
  expect((await anna.delete('/api/tus/a.txt')).status).toBe(404);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'hello' });

  const longAgo = Date.now() - 3_601_000;
  await app.db.write((tx) => tx.updateTable('upload').set({ finishedAt: longAgo }).execute());
  expect(await offsetOf(anna, '/a.txt')).toBeUndefined();
});

test('an empty file is published at once', async () => {
  await using app = await startTestApp({ files: { '/taken.txt': 'old' } });
  const anna = await app.logIn();

  expect((await begin(anna, '/x/empty.txt', 0)).status).toBe(201);
  expect((await begin(anna, '/taken.txt', 0)).status).toBe(409);
  expect(await app.filesOnDisk()).toEqual({ '/taken.txt': 'old', '/x/empty.txt': '' });
  expect(await offsetOf(anna, '/x/empty.txt')).toBe(0);
  expect((await begin(anna, '/taken.txt', 0, { override: true })).status).toBe(201);
  expect(await app.filesOnDisk()).toEqual({ '/taken.txt': '', '/x/empty.txt': '' });
});

test('an invalid length or path creates nothing', async () => {
  await using app = await startTestApp({ files: { '/docs/': '', '/a.txt': 'old' } });
  const anna = await app.logIn();

  for (const length of ['-1', '', 'x', '1.5', '1e3', '0x10', ' ', '99999999999999999999']) {
    const reply = await begin(anna, '/new/file.txt', length);
    expect([length, reply.status]).toEqual([length, 400]);
    expect(reply.text).toBe('400 Bad Request (invalid upload length)\n');
  }
  expect((await anna.post('/api/tus/new/file.txt')).status).toBe(400);
  for (const path of ['/docs', '/docs/', '/', '']) {
    const reply = await begin(anna, path, 5, { override: true });
    expect([path, reply.status]).toEqual([path, 400]);
    expect(reply.text).not.toContain(app.root);
  }
  expect((await begin(anna, '/a.txt', 5)).status).toBe(409);
  expect((await begin(anna, '/a.txt/b', 5)).status).toBeGreaterThanOrEqual(400);
  expect((await begin(anna, '/a.txt/b', 5)).status).toBeLessThan(500);
  expect((await begin(anna, '/new/%2e%2e/x', 5)).status).toBe(400);

  const noModify = await app.logIn({
    username: 'bert',
    perm: { ...aStoredUser().perm, modify: false },
  });
  expect((await begin(noModify, '/a.txt', 5, { override: true })).status).toBe(403);
  const noCreate = await app.logIn({
    username: 'carl',
    perm: { ...aStoredUser().perm, create: false },
  });
  expect((await begin(noCreate, '/b.txt', 5)).status).toBe(403);
  expect((await noCreate.head('/api/tus/b.txt')).status).toBe(403);

  expect(await app.filesOnDisk()).toEqual({ '/docs/': '', '/a.txt': 'old' });
  expect(await allOf(unfinishedUploads(app.db.read))).toEqual([]);
});

test('a chunk is accepted only at the current offset', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.bin', LARGE.length);
  expect((await append(anna, '/a.bin', 0, LARGE.subarray(0, 1_000))).status).toBe(204);

  for (const [offset, status] of [
    [0, 409],
    [999, 409],
    [1_001, 409],
    [LARGE.length, 409],
    [LARGE.length + 1, 400],
    ['-1', 409],
    ['', 400],
    ['x', 400],
    ['1e3', 400],
  ] as const) {
    const reply = await append(anna, '/a.bin', offset, 'bytes');
    expect([offset, reply.status]).toEqual([offset, status]);
  }
  const wrongType = await anna.patch('/api/tus/a.bin', {
    body: 'bytes',
    headers: { 'content-type': 'application/octet-stream', 'upload-offset': '1000' },
  });
  expect(wrongType.status).toBe(415);
  expect((await append(anna, '/never-begun.bin', 0, 'bytes')).status).toBe(404);
  expect(await offsetOf(anna, '/a.bin')).toBe(1_000);
  expect(await partSizes(app)).toEqual([1_000]);
});

test('more bytes than announced are refused, and earlier ones are kept', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.bin', 1_000);
  expect((await append(anna, '/a.bin', 0, LARGE)).status).toBe(413);
  expect((await append(anna, '/a.bin', 0, LARGE.subarray(0, 500))).status).toBe(204);
  expect((await append(anna, '/a.bin', 500, LARGE)).status).toBe(413);
  expect(await offsetOf(anna, '/a.bin')).toBe(500);

  const chunked = openChunk(app, anna, '/a.bin', { offset: 500 });
  for (let sent = 0; sent < 4; sent += 1) await chunked.send(LARGE);
  chunked.end();
  expect(await chunked.status).toBe(413);
  expect(await offsetOf(anna, '/a.bin')).toBe(500);
  expect(await partSizes(app)).toEqual([500]);

  expect((await append(anna, '/a.bin', 500, LARGE.subarray(500, 1_000))).status).toBe(204);
  expect((await readFile(join(app.root, 'a.bin'))).equals(LARGE.subarray(0, 1_000))).toBe(true);
});

test('a second chunk at the same time is refused', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.bin', LARGE.length);
  const slow = openChunk(app, anna, '/a.bin', { offset: 0, length: LARGE.length });
  await slow.send(LARGE.subarray(0, 100_000));
  await until(async () => (await partSizes(app)).length > 0);

  expect((await append(anna, '/a.bin', 0, LARGE)).status).toBe(423);
  const again = await begin(anna, '/a.bin', LARGE.length);
  expect(again.status).toBe(423);

  await slow.send(LARGE.subarray(100_000));
  slow.end();
  expect(await slow.status).toBe(204);
  expect((await readFile(join(app.root, 'a.bin'))).equals(LARGE)).toBe(true);
});

test('the offset is correct after a lost connection, and the upload continues', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.bin', LARGE.length);
  // This connection never ends by itself: for the server it looks alive.
  const dead = openChunk(app, anna, '/a.bin', { offset: 0, length: LARGE.length });
  await dead.send(LARGE.subarray(0, 300_000));
  await until(async () => (await partSizes(app)).length > 0);
  await new Promise((resolve) => setTimeout(resolve, 100));

  const offsets = await Promise.all([
    offsetOf(anna, '/a.bin'),
    offsetOf(anna, '/a.bin'),
    offsetOf(anna, '/a.bin'),
  ]);
  expect(offsets).toEqual([300_000, 300_000, 300_000]);
  expect(await dead.status).toBeUndefined();

  expect((await append(anna, '/a.bin', 300_000, LARGE.subarray(300_000))).status).toBe(204);
  expect((await readFile(join(app.root, 'a.bin'))).equals(LARGE)).toBe(true);
});

test('the reported offset always equals the bytes on disk', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const path = `/a${attempt}.bin`;
    await begin(anna, path, LARGE.length);
    const dead = openChunk(app, anna, path, { offset: 0, length: LARGE.length });
    await dead.send(LARGE.subarray(0, 300_000));
    await new Promise((resolve) => setTimeout(resolve, attempt));
    const offsets = await Promise.all([1, 2, 3].map(() => offsetOf(anna, path)));
    await dead.status;
    const now = await offsetOf(anna, path);
    expect([attempt, ...offsets]).toEqual([attempt, now, now, now]);
    await anna.delete(`/api/tus${path}`);
    expect(await partSizes(app)).toEqual([]);
  }
});

test('all received bytes of a broken connection are kept', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.bin', LARGE.length);
  const sockets: Socket[] = [];
  app.server.on('connection', (socket) => sockets.push(socket));
  let offset = 0;
  for (let attempt = 0; attempt < 4; attempt += 1) {
    sockets.length = 0;
    const chunk = openChunk(app, anna, '/a.bin', { offset, length: LARGE.length - offset });
    await chunk.send(LARGE.subarray(offset, offset + 100_000));
    await until(() => sockets.some(({ bytesRead }) => bytesRead >= 100_000));
    chunk.breakOff();
    const now = (await offsetOf(anna, '/a.bin')) ?? 0;
    expect(now).toBeGreaterThan(offset);
    offset = now;
  }
  expect((await append(anna, '/a.bin', offset, LARGE.subarray(offset))).status).toBe(204);
  expect((await readFile(join(app.root, 'a.bin'))).equals(LARGE)).toBe(true);
});

test('a small file that breaks off can be sent again', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.txt', 11);
  const broken = openChunk(app, anna, '/a.txt', { offset: 0, length: 11 });
  await broken.send('hello');
  await new Promise((resolve) => setTimeout(resolve, 50));
  broken.breakOff();

  const offset = (await offsetOf(anna, '/a.txt')) ?? -1;
  expect(offset).toBeGreaterThanOrEqual(0);
  expect((await append(anna, '/a.txt', offset, 'hello world'.slice(offset))).status).toBe(204);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'hello world' });
});

test('two users may upload to the same path, and the first to finish has the name', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const bert = await app.logIn({ username: 'bert' });
  await begin(anna, '/a.bin', LARGE.length);
  await begin(bert, '/a.bin', 2_000);
  await append(anna, '/a.bin', 0, LARGE.subarray(0, 600_000));
  await append(bert, '/a.bin', 0, LARGE.subarray(0, 1_000));
  expect([await offsetOf(anna, '/a.bin'), await offsetOf(bert, '/a.bin')]).toEqual([
    600_000, 1_000,
  ]);

  expect((await append(bert, '/a.bin', 1_000, LARGE.subarray(0, 1_000))).status).toBe(204);
  const late = await append(anna, '/a.bin', 600_000, LARGE.subarray(600_000));
  expect([late.status, late.text]).toEqual([409, '409 Conflict\n']);

  expect((await stat(join(app.root, 'a.bin'))).size).toBe(2_000);
  expect(await readdir(app.root)).toEqual(['a.bin']);
  expect(await offsetOf(anna, '/a.bin')).toBeUndefined();
  expect(await allOf(unfinishedUploads(app.db.read))).toEqual([]);
});

test('a name that is taken meanwhile is a conflict that leaves nothing behind, however small the file', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/small.txt', 5);
  await begin(anna, '/large.bin', LARGE.length);
  await writeFile(join(app.root, 'small.txt'), 'theirs');
  await writeFile(join(app.root, 'large.bin'), 'theirs');

  expect((await append(anna, '/small.txt', 0, 'hello')).status).toBe(409);
  expect((await append(anna, '/large.bin', 0, LARGE)).status).toBe(409);

  expect(await app.filesOnDisk()).toEqual({ '/small.txt': 'theirs', '/large.bin': 'theirs' });
  expect(await allOf(unfinishedUploads(app.db.read))).toEqual([]);
});

test('a new upload to the same path replaces an idle one', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.bin', LARGE.length, { key: 'first' });
  await append(anna, '/a.bin', 0, LARGE.subarray(0, 1_000), 'first');
  expect((await begin(anna, '/a.bin', 2_000, { key: 'second' })).status).toBe(423);

  const earlier = Date.now() - 11_000;
  await app.db.write((tx) => tx.updateTable('upload').set({ lastByteAt: earlier }).execute());
  expect((await begin(anna, '/a.bin', 2_000, { key: 'second' })).status).toBe(201);

  expect(await partSizes(app)).toEqual([]);
  expect(await offsetOf(anna, '/a.bin', 'second')).toBe(0);
  expect(await offsetOf(anna, '/a.bin', 'first')).toBeUndefined();
});

test('an upload that was called by a name is found by that name only', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.bin', LARGE.length, { key: 'mine' });

  for (const key of [undefined, 'other', 'Mine']) {
    expect(await offsetOf(anna, '/a.bin', key)).toBeUndefined();
    expect((await append(anna, '/a.bin', 0, 'bytes', key)).status).toBe(404);
    const cancelled = await anna.delete('/api/tus/a.bin', { headers: keyHeader(key) });
    expect(cancelled.status).toBe(404);
  }
  expect((await append(anna, '/a.bin', 0, 'bytes', 'mine')).status).toBe(204);
});

test('the user may cancel an upload without the permission to delete, also while it runs', async () => {
  await using app = await startTestApp({ files: { '/a.bin': 'old' } });
  const anna = await app.logIn({ perm: { ...aStoredUser().perm, delete: false } });
  const bert = await app.logIn({ username: 'bert' });
  await begin(anna, '/a.bin', LARGE.length, { override: true });
  const running = openChunk(app, anna, '/a.bin', { offset: 0, length: LARGE.length });
  await running.send(LARGE.subarray(0, 300_000));
  await until(async () => (await partSizes(app)).length > 0);

  expect((await bert.delete('/api/tus/a.bin')).status).toBe(404);
  const cancelled = await anna.delete('/api/tus/a.bin');
  expect([cancelled.status, cancelled.text]).toEqual([204, '']);
  expect((await running.status) ?? 0).not.toBe(204);

  expect(await app.filesOnDisk()).toEqual({ '/a.bin': 'old' });
  expect(await findUploadsAt(app.db.read, treePath('/a.bin'))).toEqual([]);
  expect(await offsetOf(anna, '/a.bin')).toBeUndefined();
  expect((await anna.delete('/api/tus/a.bin')).status).toBeGreaterThanOrEqual(403);
});

test('an upload that is cancelled while it is only beginning leaves nothing behind', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const path = `/a${attempt}.bin`;
    await begin(anna, path, LARGE.length);
    const running = openChunk(app, anna, path, { offset: 0, length: LARGE.length });
    await running.send(LARGE.subarray(0, 1_000));
    const cancelled = await anna.delete(`/api/tus${path}`);
    expect(cancelled.status).toBe(204);
    await running.status;
  }
  expect(await partSizes(app)).toEqual([]);
  expect(await allOf(unfinishedUploads(app.db.read))).toEqual([]);
});

test('an upload continues after a restart, and a complete one is published', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.bin', LARGE.length);
  await append(anna, '/a.bin', 0, LARGE.subarray(0, 400_000));
  await begin(anna, '/whole.bin', 10);
  await append(anna, '/whole.bin', 0, '12345');
  const [, upload] = await allOf(unfinishedUploads(app.db.read));
  await writeFile(join(app.root, upload?.partName ?? ''), '1234567890');

  await using again = await app.restart();
  const back = again.client(anna.token);
  expect(await readFile(join(app.root, 'whole.bin'), 'utf8')).toBe('1234567890');
  expect(await offsetOf(back, '/whole.bin')).toBe(10);
  expect(await offsetOf(back, '/a.bin')).toBe(400_000);
  expect((await append(back, '/a.bin', 400_000, LARGE.subarray(400_000))).status).toBe(204);
  expect((await readFile(join(app.root, 'a.bin'))).equals(LARGE)).toBe(true);
  expect(await partSizes(again)).toEqual([]);
});

test('an abandoned upload is removed with its bytes; others stay', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/forgotten.bin', LARGE.length);
  await append(anna, '/forgotten.bin', 0, LARGE.subarray(0, 1_000));
  const dayAgo = Date.now() - 86_401_000;
  await app.db.write((tx) => tx.updateTable('upload').set({ lastByteAt: dayAgo }).execute());
  await begin(anna, '/fresh.bin', LARGE.length);
  await append(anna, '/fresh.bin', 0, LARGE.subarray(0, 2_000));
  expect(new Set(await partSizes(app))).toEqual(new Set([1_000, 2_000]));

  await using again = await app.restart();
  expect(await partSizes(again)).toEqual([2_000]);
  const left = await allOf(unfinishedUploads(again.db.read));
  expect(left.map(({ path }) => path)).toEqual(['/fresh.bin']);
});

test('an active upload is not removed, and frequent chunks are not stored individually', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/long.bin', LARGE.length);
  await append(anna, '/long.bin', 0, LARGE.subarray(0, 1_000));
  const messageAt = (lastByteAt: number) =>
    app.db.write((tx) => tx.updateTable('upload').set({ lastByteAt }).execute());
  // Just now, however slow the machine is.
  await messageAt(Date.now() + 60_000);
  const before = app.db.changeStamp();
  await append(anna, '/long.bin', 1_000, LARGE.subarray(1_000, 2_000));
  expect(app.db.changeStamp()).toBe(before);
  await messageAt(Date.now() - 86_401_000);
  await append(anna, '/long.bin', 2_000, LARGE.subarray(2_000, 3_000));

  await using again = await app.restart();
  expect(await offsetOf(again.client(anna.token), '/long.bin')).toBe(3_000);
});

test('folders that are gone or something else by now keep neither cleaning nor starting from going on', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  for (const folder of ['gone', 'file', 'link', 'fine']) {
    await begin(anna, `/${folder}/a.bin`, LARGE.length);
    await append(anna, `/${folder}/a.bin`, 0, LARGE.subarray(0, 1_000));
    if (folder !== 'fine') await rm(join(app.root, folder), { recursive: true });
  }
  await writeFile(join(app.root, 'file'), 'x');
  await symlink('/tmp', join(app.root, 'link'));

  for (const folder of ['gone', 'file', 'link']) {
    const asked = await anna.head(`/api/tus/${folder}/a.bin`);
    expect([folder, asked.status]).toEqual([folder, expect.toBeOneOf([200, 403, 404])]);
    const chunk = await append(anna, `/${folder}/a.bin`, 1_000, LARGE.subarray(1_000));
    expect([folder, chunk.status]).toEqual([folder, expect.toBeOneOf([403, 404, 409])]);
  }
  await app.db.write((tx) => tx.updateTable('upload').set({ lastByteAt: 1 }).execute());

  await using again = await app.restart();
  expect(await allOf(unfinishedUploads(again.db.read))).toEqual([]);
  expect(await partSizes(again, 'fine')).toEqual([]);
});

test('the address of a new upload is that of the request, also with a base path', async () => {
  await using app = await startTestApp({ files: { '/anna/': '' }, config: { baseUrl: '/fb' } });
  const anna = await app.logIn({ scope: '/anna' });
  const reply = await begin(anna, '/new%20folder/%F0%9F%98%80%25.txt', 2);
  expect(reply.status).toBe(201);
  expect(reply.headers.location).toBe('/fb/api/tus/new%20folder/%F0%9F%98%80%25.txt');
  expect((await append(anna, '/new%20folder/%F0%9F%98%80%25.txt', 0, 'ok')).status).toBe(204);
  expect(await app.filesOnDisk()).toEqual({ '/anna/new folder/😀%.txt': 'ok' });
});

test('rights that are taken away in the middle end the upload there', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.bin', LARGE.length);
  await append(anna, '/a.bin', 0, LARGE.subarray(0, 1_000));
  await app.db.write((tx) => tx.updateTable('user').set({ scope: '/elsewhere' }).execute());
  expect((await append(anna, '/a.bin', 1_000, 'more')).status).toBe(404);
  expect(await partSizes(app)).toEqual([1_000]);
});

test('a user with the maximum number of unfinished uploads may replace one, also with event hooks', async () => {
  const features = { thumbnails: true, resizePreview: true, exec: true, shell: false };
  await using app = await startTestApp({
    config: { features },
    settings: { commands: { before_upload: ['true'] } },
  });
  const anna = await app.logIn();
  expect((await begin(anna, '/film', 5)).status).toBe(201);
  const [film] = await findUploadsAt(app.db.read, treePath('/film'));
  await app.db.write(async (tx) => {
    for (let n = 1; n < 500; n += 1) {
      const path = treePath(`/${n}`);
      await insertUpload(tx, anUpload({ userId: film?.userId ?? 0, path, partName: '' }));
    }
  });
  expect((await begin(anna, '/other', 5)).status).toBe(429);
  expect((await begin(anna, '/film', 6)).status).toBe(201);
});
