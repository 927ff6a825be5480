import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

const FOLDER = '/api/resources/trip/';
const MANY = Object.fromEntries(
  Array.from({ length: 6_500 }, (_, number) => [`/many/${number}.txt`, '']),
);

test('a browser may keep a listing, and asks whether it has changed', async () => {
  await using app = await startTestApp({ files: { '/trip/a.txt': 'a', '/trip/days/': '' } });
  const anna = await app.logIn({ username: 'anna' });
  const listing = await anna.get(FOLDER);
  expect(listing.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'Cookie, X-Auth, X-Share-Password, accept-encoding',
    etag: expect.stringMatching(/^W\/"[0-9a-f]{32}"$/),
  });
  const condition = { headers: { 'If-None-Match': listing.headers.etag ?? '' } };

  const again = await anna.get(FOLDER, condition);
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  expect(again.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    etag: listing.headers.etag,
  });
  const compressed = { headers: { ...condition.headers, 'Accept-Encoding': 'br' } };
  expect((await anna.get(FOLDER, compressed)).status).toBe(304);

  await writeFile(join(app.root, 'trip/a.txt'), 'longer');
  const changed = await anna.get(FOLDER, condition);
  expect([changed.status, changed.text.includes('"size":6')]).toEqual([200, true]);
});

test('another name, order or user has another entity tag', async () => {
  await using app = await startTestApp({
    files: { '/trip/a.txt': 'a', '/trip/b.txt': 'b', '/anna/trip/other.txt': 'hers' },
  });
  const maria = await app.logIn({ username: 'maria' });
  const anna = await app.logIn({ username: 'anna', scope: '/anna' });
  const tag = (await maria.get(FOLDER)).headers.etag ?? '';
  const condition = { headers: { 'If-None-Match': tag } };
  const hers = await anna.get(FOLDER, condition);
  expect([hers.status, hers.text.includes('other.txt')]).toEqual([200, true]);

  await writeFile(join(app.root, 'trip/c.txt'), '');
  expect((await maria.get(FOLDER, condition)).status).toBe(200);
});

test('a large folder has an entity tag, too', async () => {
  await using app = await startTestApp({ files: MANY });
  const anna = await app.logIn({ username: 'anna' });
  const { headers } = await anna.get('/api/resources/many/');
  const condition = { headers: { 'If-None-Match': headers.etag ?? '' } };
  expect((await anna.get('/api/resources/many/', condition)).status).toBe(304);
  await writeFile(join(app.root, 'many/9.txt'), 'changed');
  expect((await anna.get('/api/resources/many/', condition)).status).toBe(200);
});

test('a listing without files has an entity tag of its own', async () => {
  await using app = await startTestApp({ files: { '/trip/a.txt': 'a', '/trip/days/': '' } });
  const anna = await app.logIn({ username: 'anna' });
  const all = await anna.get(FOLDER);
  const condition = { headers: { 'If-None-Match': all.headers.etag ?? '' } };

  const folders = await anna.get(`${FOLDER}?folders=true`, condition);

  expect(folders.status).toBe(200);
  expect(JSON.parse(folders.text)).toMatchObject({
    items: [{ name: 'days', path: '/trip/days' }],
    numDirs: 1,
    numFiles: 1,
  });
});
