import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Folder } from '#contract/files.ts';
import type { Config } from './config/config.ts';
import { startTestApp, type TestApp } from './testing/app.ts';
import type { Client } from './testing/client.ts';
import { migratedPostgresDatabase, missingPostgres } from './testing/engines.ts';
import { factsOf, quarteredPicture } from './testing/pictures.ts';
import { addressIn, startNetworkProxy } from './testing/network-proxy.ts';
import { aStoredUser } from './testing/stored-records.ts';
import type { Health } from '#contract/health.ts';
import { shareOf } from './testing/shares.ts';
import { BUCKET, emptyBucket, missingObjectStore, objectStore } from './testing/object-store.ts';
import { namesInTar } from './testing/tar-names.ts';

const TUS = { 'content-type': 'application/offset+octet-stream' };
const LARGE = randomBytes(3_000_000);
const MANAGED: Partial<Config> = { storage: 'managed' };

async function namesIn(who: Client, folder: string): Promise<string[]> {
  return (await who.get(`/api/resources${folder}`)).json<Folder>().items.map(({ name }) => name);
}

async function upload(who: Client, path: string, bytes: Buffer): Promise<void> {
  const begun = await who.post(`/api/tus${path}`, {
    headers: { 'upload-length': `${bytes.length}` },
  });
  expect(begun.status).toBe(201);
  const half = Math.floor(bytes.length / 2);
  for (const [from, to] of [
    [0, half],
    [half, bytes.length],
  ] as const) {
    const headers = { ...TUS, 'upload-offset': `${from}` };
    const body = bytes.subarray(from, to);
    expect((await who.patch(`/api/tus${path}`, { headers, body })).status).toBe(204);
  }
}

/** Returns the number of files with contents. */
async function blobsIn(folder: string): Promise<number> {
  const found = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).length;
}

/** Uses all kinds of operations, as a person does in one afternoon. */
async function useAll(app: TestApp, store = app.root): Promise<void> {
  const anna = await app.logIn();
  expect((await anna.post('/api/resources/docs/')).status).toBe(200);
  await upload(anna, '/docs/large.bin', LARGE);
  expect((await anna.post('/api/resources/docs/a.txt', { body: 'one' })).status).toBe(200);
  expect(await namesIn(anna, '/docs/')).toEqual(['a.txt', 'large.bin']);

  const whole = await anna.get('/api/raw/docs/large.bin');
  expect(whole.bytes.equals(LARGE)).toBe(true);
  const part = await anna.get('/api/raw/docs/large.bin', { headers: { range: 'bytes=10-19' } });
  expect([part.status, part.bytes.equals(LARGE.subarray(10, 20))]).toEqual([206, true]);
  const sums = await anna.get('/api/resources/docs/large.bin?checksum=sha256');
  expect(sums.text).toContain(createHash('sha256').update(LARGE).digest('hex'));

  const copied = await anna.patch('/api/resources/docs?action=copy&destination=/copy');
  expect(copied.status).toBe(200);
  // The copy shares the contents of the files.
  expect(await blobsIn(store)).toBe(2);
  const saved = await anna.put('/api/resources/docs/a.txt', { body: 'two' });
  expect(saved.status).toBe(200);
  expect((await anna.get('/api/raw/copy/a.txt')).text).toBe('one');

  const moved = await anna.patch('/api/resources/docs?action=rename&destination=/copy/inner');
  expect(moved.status).toBe(200);
  expect((await anna.get('/api/raw/copy/inner/a.txt')).text).toBe('two');
  expect((await anna.get('/api/resources/docs/')).status).toBe(404);

  const tar = await anna.get('/api/raw/copy/?algo=tar');
  expect(namesInTar(tar.bytes)).toEqual([
    'a.txt',
    'inner/',
    'inner/a.txt',
    'inner/large.bin',
    'large.bin',
  ]);
  const hits = (await anna.get('/api/search/?query=a.txt')).text;
  expect(hits.match(/"path":"[^"]*"/g)).toEqual(
    expect.arrayContaining(['"path":"copy/a.txt"', '"path":"copy/inner/a.txt"']),
  );

  const { hash } = await shareOf(anna, '/copy/inner/');
  expect((await app.visitor.get(`/api/public/dl/${hash}/a.txt`)).text).toBe('two');
  expect((await anna.delete('/api/resources/copy')).status).toBe(204);
  expect((await app.visitor.get(`/api/public/dl/${hash}/a.txt`)).status).toBe(404);
}

test('a server on a managed store serves what was uploaded, copied, moved, shared and deleted', async () => {
  await using app = await startTestApp({ config: MANAGED });
  await useAll(app);
  expect(await app.filesOnDisk()).toEqual({});
});

test.skipIf(missingPostgres() !== undefined)('so it does with its tree in PostgreSQL', async () => {
  const { config: database, drop } = await migratedPostgresDatabase();
  try {
    await using app = await startTestApp({ config: { ...MANAGED, database } });
    await useAll(app);
    expect(await app.filesOnDisk()).toEqual({});
  } finally {
    await drop();
  }
});

const noBucket = missingObjectStore();

test.skipIf(noBucket !== undefined)('so it does with contents in a bucket', async () => {
  const bucket = await emptyBucket();
  await using app = await startTestApp({ config: { ...MANAGED, bucket } });
  await useAll(app, join((await objectStore()).folder, BUCKET, bucket.prefix));
  expect(await app.filesOnDisk()).toEqual({});
});

test.skipIf(noBucket !== undefined)(
  'while the object storage is down, folders are listed, files answer 503, and uploads keep their offset',
  async () => {
    const bucket = await emptyBucket();
    await using proxy = await startNetworkProxy(addressIn(bucket.endpoint ?? ''));
    const config = { ...MANAGED, bucket: { ...bucket, endpoint: proxy.url } };
    await using app = await startTestApp({ config, files: { '/small.txt': 'kept' } });
    const anna = await app.logIn();
    await upload(anna, '/large.bin', LARGE);
    await anna.post('/api/tus/b.bin', { headers: { 'upload-length': '10' } });
    const patch = (offset: number, body: string) =>
      anna.patch('/api/tus/b.bin', { headers: { ...TUS, 'upload-offset': `${offset}` }, body });
    expect((await patch(0, '01234')).status).toBe(204);

    proxy.cut();
    expect(await namesIn(anna, '/')).toEqual(['large.bin', 'small.txt']);
    for (const name of ['small.txt', 'large.bin']) {
      const refused = await anna.get(`/api/raw/${name}`);
      expect([name, refused.status]).toEqual([name, 503]);
      expect(refused.text).toContain('the object storage does not answer');
    }
    expect((await patch(5, '567')).status).toBe(503);
    expect((await anna.post('/api/resources/new.txt', { body: 'new' })).status).toBe(503);
    const admin = await app.logIn({
      username: 'root',
      perm: { ...aStoredUser().perm, admin: true },
    });
    expect((await admin.get('/health?full')).json<Health>().root).toMatchObject({ status: 'DOWN' });

    proxy.goOn();
    expect((await anna.head('/api/tus/b.bin')).headers['upload-offset']).toBe('5');
    expect((await patch(5, '56789')).status).toBe(204);
    expect((await anna.get('/api/raw/b.bin')).text).toBe('0123456789');
    expect((await anna.get('/api/raw/large.bin')).bytes.equals(LARGE)).toBe(true);
  },
);

for (const location of noBucket === undefined ? ['folder', 'bucket'] : ['folder']) {
  const configOf = async (): Promise<Partial<Config>> =>
    location === 'folder' ? MANAGED : { ...MANAGED, bucket: await emptyBucket() };
  test(`pictures in a managed store have previews, in a ${location}`, async () => {
    await using app = await startTestApp({ config: await configOf() });
    const anna = await app.logIn();
    const body = await quarteredPicture(1_200, 800).png().toBuffer();
    expect((await anna.post('/api/resources/a.png', { body })).status).toBe(200);
    const preview = await anna.get('/api/preview/thumb/a.png?inline=true');
    expect(preview.status).toBe(200);
    expect(await factsOf(preview.bytes)).toMatchObject({ width: 256, height: 256 });
  });

  test(`files, shares and unfinished uploads survive a restart, in a ${location}`, async () => {
    await using first = await startTestApp({
      config: await configOf(),
      files: { '/a.txt': 'kept' },
    });
    const anna = await first.logIn({ username: 'anna' });
    const { hash } = await shareOf(anna, '/a.txt');
    await anna.post('/api/tus/b.bin', { headers: { 'upload-length': '10' } });
    const headers = { ...TUS, 'upload-offset': '0' };
    await anna.patch('/api/tus/b.bin', { headers, body: '01234' });

    await using app = await first.restart();
    const again = app.client(anna.token);
    expect((await app.visitor.get(`/api/public/dl/${hash}`)).text).toBe('kept');
    expect((await again.head('/api/tus/b.bin')).headers['upload-offset']).toBe('5');
    const rest = { ...TUS, 'upload-offset': '5' };
    expect((await again.patch('/api/tus/b.bin', { headers: rest, body: '56789' })).status).toBe(
      204,
    );
    expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'kept', '/b.bin': '0123456789' });
  });
}
