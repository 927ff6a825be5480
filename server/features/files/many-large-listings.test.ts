import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { idleReadersOf } from '../../testing/idle-reader.ts';
import { openBelow } from '../../testing/open-descriptors.ts';
import { shareOf } from '../../testing/shares.ts';

const NAME = 'a name that is as long as many are ';
const FILES = Object.fromEntries(
  Array.from({ length: 900 }, (_, number) => [`/large/${NAME.repeat(3)}${number}`, '']),
);

test('many requests of a user for a large folder delay only that user', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn({ username: 'anna' });
  const bob = await app.logIn({ username: 'bob' });
  const asking = Array.from({ length: 150 }, () => anna.head('/api/resources/large/'));

  expect((await bob.get('/api/resources/large/')).status).toBe(200);
  const statuses = (await Promise.all(asking)).map(({ status }) => status);

  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(60);
  expect((await anna.get('/api/resources/large/')).json<{ numFiles: number }>().numFiles).toBe(900);
}, 60_000);

test('no descriptor stays open after requests for folders and files', async () => {
  await using app = await startTestApp({
    files: { ...FILES, '/small/a.txt': 'a', '/small/b.mp4': 'b' },
  });
  const anna = await app.logIn();
  const paths = [
    '/api/resources/large/',
    '/api/resources/small/',
    '/api/resources/small/a.txt',
    '/api/resources/small/a.txt?checksum=sha256',
    '/api/resources/small/b.mp4',
    '/api/raw/small/a.txt',
    '/api/raw/small?algo=zip',
    '/api/search/?query=a.txt',
    '/api/resources/none/',
  ];
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(paths.map((path) => anna.get(path)));
  }
  await expect.poll(() => openBelow(app.root)).toBe(0);
});

/** Its listing is larger than the buffers of a Unix socket. */
const LARGER = Object.fromEntries(
  Array.from({ length: 3_000 }, (_, number) => [`/large/${NAME.repeat(3)}${number}`, '']),
);

test('clients that do not read the listings of large folders delay nobody', async () => {
  await using app = await startTestApp({ files: LARGER });
  const beginReading = idleReadersOf(app);
  const anna = await app.logIn({ username: 'anna' });
  const bob = await app.logIn({ username: 'bob' });
  const carl = await app.logIn({ username: 'carl' });
  for (const { token } of [anna, bob]) {
    expect(await beginReading('/api/resources/large/', token)).toBe(200);
  }
  for (const each of [anna, bob, carl]) {
    expect((await each.get('/api/resources/large/')).status).toBe(200);
  }
}, 60_000);

test('visitors of a share who do not read its listing delay neither its owner nor other visitors', async () => {
  await using app = await startTestApp({ files: LARGER });
  const beginReading = idleReadersOf(app);
  const anna = await app.logIn({ username: 'anna' });
  const { hash } = await shareOf(anna, '/large/');
  for (let visitor = 0; visitor < 4; visitor += 1) {
    expect(await beginReading(`/api/public/share/${hash}`)).toBe(200);
  }
  expect((await anna.get('/api/resources/large/')).status).toBe(200);
  expect((await app.visitor.get(`/api/public/share/${hash}`)).status).toBe(200);
}, 60_000);

test('visitors who use all memory for replies to them leave memory for the owner of the share', async () => {
  await using app = await startTestApp({ files: LARGER });
  const beginReading = idleReadersOf(app);
  const anna = await app.logIn({ username: 'anna' });
  const { hash } = await shareOf(anna, '/large/');
  while ((await beginReading(`/api/public/share/${hash}`)) === 200) continue;
  expect((await app.visitor.get(`/api/public/share/${hash}`)).status).toBe(429);
  expect((await anna.get('/api/resources/large/')).status).toBe(200);
}, 60_000);
