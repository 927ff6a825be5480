import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type HangingMount,
  mountHanging,
  whyNoHangingMount,
} from '../../../scripts/hanging-mount.mjs';
import { startTestApp, type TestApp, PASSWORD } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';

const whyNot = whyNoHangingMount();
if (whyNot !== undefined) console.log(`skipped: tests of mounts that hang: ${whyNot}`);

/** Too large to be read whole when it is opened. */
const LARGE = Buffer.alloc(3 * 1024 * 1024, 'x');

interface Served extends AsyncDisposable {
  readonly app: TestApp;
  readonly mount: HangingMount;
}

/** Starts a server with a file system mounted at /dead, which works until it is asked to hang. */
async function startWithMount(): Promise<Served> {
  const first = await startTestApp({ files: { '/well/a.txt': 'a', '/old.txt': 'old' } });
  await writeFile(join(first.root, 'well/large.bin'), LARGE);
  const mount = await mountHanging(join(first.root, 'dead'));
  await writeFile(join(mount.backing, 'large.bin'), LARGE);
  await mkdir(join(mount.backing, 'folder'));
  await writeFile(join(mount.backing, 'folder/b.txt'), 'b');
  await mkdir(join(first.root, 'links'));
  await symlink('../dead/folder', join(first.root, 'links/to-it'));
  const app = await first.restart();
  return {
    app,
    mount,
    async [Symbol.asyncDispose]() {
      mount.unmount();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** Sends frequent requests that do not concern the hanging mount. */
async function useTheRest(app: TestApp, bob: Client): Promise<void> {
  const login = { username: 'carl', password: PASSWORD };
  expect((await app.visitor.post('/api/login', { body: JSON.stringify(login) })).status).toBe(200);
  expect((await bob.get('/api/resources/well/')).status).toBe(200);
  expect((await bob.get('/api/raw/well/a.txt')).text).toBe('a');
  const large = await bob.get('/api/raw/well/large.bin');
  expect(large.text.length).toBe(LARGE.length);
  const uploads = Array.from({ length: 20 }, (_, number) =>
    bob.post(`/api/resources/well/small-${number}.txt`, { body: 'small' }),
  );
  uploads.push(bob.post('/api/resources/well/new.bin?override=true', { body: LARGE }));
  for (const { status } of await Promise.all(uploads)) expect(status).toBe(200);
  const copy = '/api/resources/well/a.txt?action=copy&destination=/well/copy.txt&override=true';
  expect((await bob.patch(copy)).status).toBe(200);
}

/** Counts the requests that have been answered. */
function watched<Reply>(requests: readonly Promise<Reply>[]) {
  let answered = 0;
  for (const request of requests) void request.then(() => (answered += 1));
  return { answered: () => answered, all: Promise.all(requests) };
}

describe.skipIf(whyNot !== undefined)('a mounted file system that hangs', () => {
  test('four downloads from it hold up no log-in, listing, download or upload of others', async () => {
    await using served = await startWithMount();
    const { app, mount } = served;
    const anna = await app.logIn({ username: 'anna' });
    const bob = await app.logIn({ username: 'bob' });
    await app.addUser({ username: 'carl' });
    await mount.hang({ operations: ['READ'] });
    const stuck = watched(Array.from({ length: 4 }, () => anna.get('/api/raw/dead/large.bin')));
    await mount.held(4);

    await useTheRest(app, bob);
    expect(stuck.answered()).toBe(0);

    await mount.release();
    for (const { status, text } of await stuck.all) {
      expect([status, text.length]).toEqual([200, LARGE.length]);
    }
  });

  test('many requests for it do not delay others', async () => {
    await using served = await startWithMount();
    const { app, mount } = served;
    const anna = await app.logIn({ username: 'anna' });
    const bob = await app.logIn({ username: 'bob' });
    await app.addUser({ username: 'carl' });
    await mount.hang();
    const stuck = watched([
      ...Array.from({ length: 5 }, () => anna.get('/api/resources/dead/folder/')),
      ...Array.from({ length: 5 }, () => anna.get('/api/raw/dead/folder/b.txt')),
      ...Array.from({ length: 5 }, (_each, number) =>
        anna.post(`/api/resources/dead/${number}.txt`, { body: 'x' }),
      ),
      anna.get('/api/resources/dead/folder/b.txt'),
      anna.get('/api/usage/dead/'),
      ...Array.from({ length: 3 }, () => anna.get('/api/resources/links/to-it/b.txt')),
    ]);
    await mount.held(2);

    await useTheRest(app, bob);
    expect(stuck.answered()).toBe(0);

    await mount.release();
    for (const { status } of await stuck.all) expect(status).toBe(200);
    expect(await readFile(join(mount.backing, '3.txt'), 'utf8')).toBe('x');
  });

  test('a body that is being written to it delays no others, and is complete when it answers again', async () => {
    await using served = await startWithMount();
    const { app, mount } = served;
    const anna = await app.logIn({ username: 'anna' });
    const bob = await app.logIn({ username: 'bob' });
    await app.addUser({ username: 'carl' });
    await mount.hang({ operations: ['WRITE', 'FSYNC', 'FSYNCDIR'] });
    const stuck = watched(
      Array.from({ length: 6 }, (_each, number) =>
        anna.post(`/api/resources/dead/new-${number}.bin`, { body: LARGE }),
      ),
    );
    await mount.held(4);

    await useTheRest(app, bob);
    expect(stuck.answered()).toBe(0);

    await mount.release();
    for (const { status } of await stuck.all) expect(status).toBe(200);
    expect((await readFile(join(mount.backing, 'new-5.bin'))).equals(LARGE)).toBe(true);
  });

  test('a walk that gets stuck in it holds up no copy of others', async () => {
    await using served = await startWithMount();
    const { app, mount } = served;
    const anna = await app.logIn({ username: 'anna' });
    const bob = await app.logIn({ username: 'bob' });
    await app.addUser({ username: 'carl' });
    await mount.hang({ operations: ['READDIR'] });
    const stuck = watched([
      anna.get('/api/search/?query=b.txt'),
      anna.get('/api/raw/?algo=zip'),
      anna.get('/api/raw/dead/?algo=tar'),
    ]);
    await mount.held(1);

    await useTheRest(app, bob);
    const many = Array.from({ length: 8 }, (_each, number) =>
      bob.patch(`/api/resources/well?action=copy&destination=/copy-${number}`),
    );
    for (const { status } of await Promise.all(many)) expect(status).toBe(200);
    expect(stuck.answered()).toBe(0);
    await mount.release();
    for (const { status } of await stuck.all) expect(status).toBe(200);
  });

  test('its parent folder can be listed, and requests for its entries get 503', async () => {
    await using served = await startWithMount();
    const { app, mount } = served;
    const anna = await app.logIn({ username: 'anna' });
    await mount.hang();
    const listed = await anna.get('/api/resources/');
    expect(listed.status).toBe(200);
    const { items } = listed.json<{ items: { name: string; isDir: boolean }[] }>();
    expect(items.map(({ name, isDir }) => [name, isDir])).toEqual([
      ['dead', true],
      ['links', true],
      ['well', true],
      ['old.txt', false],
    ]);

    const inside = await anna.get('/api/resources/dead/folder/');
    expect([inside.status, inside.text]).toEqual([
      503,
      '503 Service Unavailable (the storage does not answer)\n',
    ]);
    expect((await anna.get('/api/search/?query=a.txt')).text).toContain('a.txt');
    const moving = '/api/resources/dead/folder?action=rename&destination=/well/moved';
    expect((await anna.patch(moving)).status).toBe(503);

    await mount.release();
    await expect
      .poll(() => anna.get('/api/resources/dead/folder/').then(({ status }) => status))
      .toBe(200);
    expect((await anna.post('/api/resources/dead/c.txt', { body: 'c' })).status).toBe(200);
    expect(await readFile(join(mount.backing, 'c.txt'), 'utf8')).toBe('c');
  }, 90_000);
});
