import { createHash, randomBytes } from 'node:crypto';
import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { type Client, createClient, type Reply } from '../../testing/client.ts';
import { startDamagingProxy } from '../../testing/damaging-proxy.ts';
import { openRequest, until } from '../../testing/open-request.ts';

const MIB = 1024 * 1024;
const BYTES = randomBytes(3 * MIB);
const FIRST = BYTES.subarray(0, MIB);
const SECOND = BYTES.subarray(MIB, 2 * MIB);
const LAST = BYTES.subarray(2 * MIB);

function checksum(algorithm: string, bytes: Buffer): string {
  if (algorithm !== 'crc32') {
    return `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`;
  }
  const value = Buffer.alloc(4);
  value.writeUInt32BE(crc32(bytes));
  return `crc32 ${value.toString('base64')}`;
}

function begin(who: Client, path: string, length: number): Promise<Reply> {
  return who.post(`/api/tus${path}`, { headers: { 'upload-length': String(length) } });
}

function append(
  who: Client,
  path: string,
  { offset, body, stated }: { offset: number; body: Buffer; stated?: string },
): Promise<Reply> {
  return who.patch(`/api/tus${path}`, {
    body,
    headers: {
      'content-type': TUS_CONTENT_TYPE,
      'upload-offset': String(offset),
      ...(stated !== undefined && { 'upload-checksum': stated }),
    },
  });
}

async function offsetOf(who: Client, path: string): Promise<number> {
  return Number((await who.head(`/api/tus${path}`)).headers['upload-offset']);
}

async function partOf(app: TestApp): Promise<string> {
  const names = await readdir(app.root);
  return join(app.root, names.find((name) => name.endsWith('.part') && name.length > 30) ?? '');
}

test('the server names its extensions and algorithms', async () => {
  await using app = await startTestApp();
  const reply = await app.visitor.send('OPTIONS', '/api/tus/');
  expect([reply.status, reply.text]).toEqual([204, '']);
  expect(reply.headers).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,termination,checksum',
    'tus-checksum-algorithm': 'crc32,md5,sha1,sha256,sha512',
  });
});

test.each(['crc32', 'md5', 'sha1', 'sha256', 'sha512'])(
  'chunks with the right %s are received',
  async (algorithm) => {
    await using app = await startTestApp();
    const anna = await app.logIn();
    await begin(anna, '/a.bin', BYTES.length);

    for (const [offset, body] of [FIRST, SECOND, LAST].entries()) {
      const sent = { offset: offset * MIB, body, stated: checksum(algorithm, body) };
      expect((await append(anna, '/a.bin', sent)).status).toBe(204);
    }

    expect((await readFile(join(app.root, 'a.bin'))).equals(BYTES)).toBe(true);
  },
);

test('a byte that a proxy has damaged is noticed, sent again, and never published', async () => {
  await using app = await startTestApp();
  await using proxy = await startDamagingProxy(app.url);
  const anna = createClient(proxy.url, (await app.logIn()).token);
  await begin(anna, '/a.bin', BYTES.length);
  const first = { offset: 0, body: FIRST, stated: checksum('crc32', FIRST) };
  await append(anna, '/a.bin', first);

  const second = { offset: MIB, body: BYTES.subarray(MIB) };
  const stated = checksum('crc32', second.body);
  proxy.damageNext(1);
  const refused = await append(anna, '/a.bin', { ...second, stated });

  expect(refused.status).toBe(460);
  expect(refused.text).toBe(
    '460 Checksum Mismatch (the bytes have another checksum than stated, and were discarded. Send them again)\n',
  );
  expect(proxy.damaged()).toBe(1);
  expect(await offsetOf(anna, '/a.bin')).toBe(MIB);
  expect((await stat(await partOf(app))).size).toBe(MIB);
  expect(Object.keys(await app.filesOnDisk())).not.toContain('/a.bin');

  expect((await append(anna, '/a.bin', { ...second, stated })).status).toBe(204);
  expect((await readFile(join(app.root, 'a.bin'))).equals(BYTES)).toBe(true);
});

test('a damaged small file is not written', async () => {
  await using app = await startTestApp();
  await using proxy = await startDamagingProxy(app.url);
  const anna = createClient(proxy.url, (await app.logIn()).token);
  const body = Buffer.from('hello');
  await begin(anna, '/a.txt', 5);

  proxy.damageNext(1);
  const sent = { offset: 0, body, stated: checksum('crc32', body) };
  expect((await append(anna, '/a.txt', sent)).status).toBe(460);
  expect(await app.filesOnDisk()).toEqual({});
  expect(await offsetOf(anna, '/a.txt')).toBe(0);

  expect((await append(anna, '/a.txt', sent)).status).toBe(204);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'hello' });
});

test('a client without checksums works as before, also when its bytes are damaged', async () => {
  await using app = await startTestApp();
  await using proxy = await startDamagingProxy(app.url);
  const anna = createClient(proxy.url, (await app.logIn()).token);
  await begin(anna, '/a.bin', BYTES.length);

  proxy.damageNext(1);
  expect((await append(anna, '/a.bin', { offset: 0, body: BYTES })).status).toBe(204);
  expect((await readFile(join(app.root, 'a.bin'))).length).toBe(BYTES.length);
});

test.each([
  ['crc64 AAAAAAAAAAA=', 'the checksum algorithm is unknown. Use one of: crc32, md5, sha1, sha256'],
  ['sha1', 'the checksum is not "<algorithm> <base64>"'],
  ['sha1 %%%%', 'the checksum is not "<algorithm> <base64>"'],
  ['sha1 AAAA', 'a checksum of sha1 has 20 bytes'],
])('the checksum "%s" is refused with 400', async (stated, reason) => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.bin', BYTES.length);

  const refused = await append(anna, '/a.bin', { offset: 0, body: FIRST, stated });

  expect(refused.status).toBe(400);
  expect(refused.text).toContain(reason);
  expect(await offsetOf(anna, '/a.bin')).toBe(0);
});

/** Sends a part of a chunk with a checksum, and leaves the request open. */
async function sendHalf(app: TestApp, who: Client, offset: number) {
  const open = openRequest('PATCH', `${app.url}/api/tus/a.bin`, {
    'x-auth': who.token ?? '',
    'content-type': TUS_CONTENT_TYPE,
    'upload-offset': offset,
    'content-length': MIB,
    'upload-checksum': checksum('crc32', SECOND),
  });
  await open.send(SECOND.subarray(0, MIB / 2));
  await until(async () => (await stat(await partOf(app))).size > offset);
  return open;
}

test('of a chunk whose connection is lost, no byte counts', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.bin', BYTES.length);
  const first = { offset: 0, body: FIRST, stated: checksum('crc32', FIRST) };
  await append(anna, '/a.bin', first);

  const open = await sendHalf(app, anna, MIB);
  open.breakOff();

  expect(await offsetOf(anna, '/a.bin')).toBe(MIB);
  expect((await stat(await partOf(app))).size).toBe(MIB);
  const rest = BYTES.subarray(MIB);
  const again = { offset: MIB, body: rest, stated: checksum('crc32', rest) };
  expect((await append(anna, '/a.bin', again)).status).toBe(204);
  expect((await readFile(join(app.root, 'a.bin'))).equals(BYTES)).toBe(true);
});

test('bytes that a crash has left behind the verified ones do not count', async () => {
  const before = await startTestApp();
  const anna = await before.logIn();
  await begin(anna, '/a.bin', BYTES.length);
  const first = { offset: 0, body: FIRST, stated: checksum('crc32', FIRST) };
  await append(anna, '/a.bin', first);
  const part = await partOf(before);

  // A killed server leaves its file like this.
  await using app = await before.restart();
  await appendFile(part, randomBytes(2 * MIB));

  const again = app.client(anna.token);
  expect(await offsetOf(again, '/a.bin')).toBe(MIB);
  expect((await stat(part)).size).toBe(MIB);
});

test('one chunk without a checksum makes the rest of an upload count as before', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/a.bin', BYTES.length);
  const first = { offset: 0, body: FIRST, stated: checksum('crc32', FIRST) };
  await append(anna, '/a.bin', first);
  await append(anna, '/a.bin', { offset: MIB, body: SECOND });

  const last = { offset: 2 * MIB, body: LAST, stated: checksum('crc32', LAST) };
  expect((await append(anna, '/a.bin', last)).status).toBe(204);
  expect((await readFile(join(app.root, 'a.bin'))).equals(BYTES)).toBe(true);
});

test('the first bytes may be sent with the creation', async () => {
  await using app = await startTestApp();
  await using proxy = await startDamagingProxy(app.url);
  const anna = createClient(proxy.url, (await app.logIn()).token);
  const create = (stated: string) =>
    anna.post('/api/tus/a.bin', {
      body: FIRST,
      headers: {
        'content-type': TUS_CONTENT_TYPE,
        'upload-length': String(BYTES.length),
        'upload-checksum': stated,
      },
    });

  proxy.damageNext(1);
  expect((await create(checksum('sha1', FIRST))).status).toBe(460);
  expect(await app.filesOnDisk()).toEqual({});

  const created = await create(checksum('sha1', FIRST));
  expect([created.status, created.headers['upload-offset']]).toEqual([201, String(MIB)]);
  const rest = { offset: MIB, body: BYTES.subarray(MIB) };
  expect((await append(anna, '/a.bin', rest)).status).toBe(204);
  expect((await readFile(join(app.root, 'a.bin'))).equals(BYTES)).toBe(true);
});
