import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { openBelow } from '../../testing/open-descriptors.ts';

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
