import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { openRequest } from '../../testing/open-request.ts';
import { shareOf } from '../../testing/shares.ts';

const LARGE_BYTES = 512 * 1024 * 1024;

/**
 * Requests an archive and reads only its beginning. Resolves with the status; undefined if none arrives within a
 * moment.
 */
function beginArchive(app: TestApp, path: string): Promise<number | undefined> {
  const socket: Socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), 1_500);
    socket.once('data', (chunk: Buffer) => {
      socket.pause();
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1]));
    });
  });
}

test('visitors who do not read their archives leave slots for the owner and other users', async () => {
  await using app = await startTestApp({ files: { '/small/a.txt': 'a' } });
  mkdirSync(join(app.root, 'large'));
  writeFileSync(join(app.root, 'large', 'large.bin'), '');
  truncateSync(join(app.root, 'large', 'large.bin'), LARGE_BYTES);
  const anna = await app.logIn();
  const bob = await app.logIn({ username: 'bob' });
  const links = [
    await shareOf(anna, '/large/'),
    await shareOf(anna, '/large/'),
    await shareOf(bob, '/large/'),
    await shareOf(bob, '/large/'),
  ];

  const statuses = await Promise.all(
    links.flatMap(({ hash }) =>
      [1, 2, 3, 4].map(() => beginArchive(app, `/api/public/dl/${hash}?algo=tar`)),
    ),
  );
  // All clients have the same address.
  expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  for (const who of [anna, bob])
    expect((await who.get('/api/raw/small?algo=tar')).status).toBe(200);
});

test('a selection that is sent slowly holds up no other one', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const anna = await app.logIn();
  const slow = openRequest('POST', `${app.url}/api/selections`, { 'x-auth': anna.token ?? '' });
  await slow.send('{"folder":"/",');
  const body = JSON.stringify({ folder: '/', names: ['a.txt'] });
  expect((await anna.post('/api/selections', { body })).status).toBe(200);
  await slow.send('"names":["a.txt"]}');
  slow.end();
  expect(await slow.status).toBe(200);
});

test('unfinished bodies of selections do not fill the memory', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a' } });
  const [anna, bob] = [await app.logIn(), await app.logIn({ username: 'bob' })];
  const open = Array.from({ length: 6 }, () =>
    openRequest('POST', `${app.url}/api/selections`, { 'x-auth': anna.token ?? '' }),
  );
  for (const each of open) await each.send('{');
  const refused = await Promise.any(
    open.map(async (each) => {
      const status = await each.status;
      if (status === undefined) throw new Error('no answer');
      return status;
    }),
  );
  expect(refused).toBe(429);
  const body = JSON.stringify({ folder: '/', names: ['a.txt'] });
  expect((await bob.post('/api/selections', { body })).status).toBe(200);
  for (const each of open) each.breakOff();
});
