import { randomBytes } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Share, ShareUse, ShareUses } from '#contract/shares.ts';
import { removeShare } from '../../metadata/shares.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { until } from '../../testing/open-request.ts';
import { quarteredPicture } from '../../testing/pictures.ts';
import { shareOf, sharesSeen } from '../../testing/shares.ts';

afterEach(() => {
  vi.useRealTimers();
});

const MIB = 1024 * 1024;
const LARGE = 64 * MIB;

type Told = Pick<ShareUse, 'kind' | 'path' | 'bytes' | 'whole'>;

interface Scene extends AsyncDisposable {
  readonly app: TestApp;
  readonly anna: Client;
  readonly anybody: Client;
  readonly hash: string;
  /** The newest last. */
  uses(): Promise<Told[]>;
  /** Resolves when this number of uses is stored. */
  usesWhen(count: number): Promise<Told[]>;
}

async function shared(): Promise<Scene> {
  const app = await startTestApp({
    files: { '/docs/b.txt': '0123456789', '/docs/sub/c.txt': 'sea', '/docs/empty': '' },
  });
  const anna = await app.logIn();
  const { hash } = await shareOf(anna, '/docs/');
  const uses = async () => {
    const newestFirst = (await anna.get(`/api/links/${hash}/uses`)).json<ShareUses>().uses;
    return newestFirst
      .toReversed()
      .map(({ kind, path, bytes, whole }): Told => ({ kind, path, bytes, whole }));
  };
  return {
    app,
    anna,
    anybody: app.visitor,
    hash,
    uses,
    async usesWhen(count) {
      await until(async () => (await uses()).length >= count, 20_000);
      return uses();
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

test('an owner sees the visitors, and what they viewed and downloaded', async () => {
  await using scene = await shared();
  const { anna, anybody, hash, usesWhen } = scene;
  await anybody.get(`/api/public/share/${hash}`);
  await anybody.get(`/api/public/share/${hash}/sub`);
  await anybody.get(`/api/public/dl/${hash}/sub/c.txt?inline=true`);
  await anybody.get(`/api/public/dl/${hash}/b.txt`);
  await anybody.get(`/api/public/dl/${hash}/empty`);
  const zip = await anybody.get(`/api/public/dl/${hash}/`);
  const some = await anybody.get(`/api/public/dl/${hash}/?files=b.txt,sub&algo=targz`);
  const one = await anybody.get(`/api/public/dl/${hash}/?files=sub/c.txt&algo=tar`);

  expect(await usesWhen(7)).toEqual([
    { kind: 'opened', path: '/', bytes: 0, whole: true },
    { kind: 'viewed', path: '/sub/c.txt', bytes: 3, whole: true },
    { kind: 'downloaded', path: '/b.txt', bytes: 10, whole: true },
    { kind: 'downloaded', path: '/empty', bytes: 0, whole: true },
    { kind: 'downloaded', path: '/', bytes: zip.bytes.length, whole: true },
    { kind: 'downloaded', path: '', bytes: some.bytes.length, whole: true },
    { kind: 'downloaded', path: '/sub/c.txt', bytes: one.bytes.length, whole: true },
  ]);
  const [uses] = (await anna.get(`/api/links/${hash}/uses`)).json<ShareUses>().uses;
  expect(uses?.address).toBe('127.0.0.1');
  const share = (await sharesSeen(anna)).find((each) => each.hash === hash);
  expect(share).toMatchObject({ opened: 1, downloaded: 5 } satisfies Partial<Share>);
  expect(share?.lastUsed).toBeTruthy();
});

test('HEAD and conditional requests are not recorded', async () => {
  await using scene = await shared();
  const { anybody, hash, usesWhen } = scene;
  const { headers } = await anybody.head(`/api/public/dl/${hash}/b.txt`);
  await anybody.head(`/api/public/share/${hash}`);
  await anybody.head(`/api/public/dl/${hash}/`);
  const conditions: Readonly<Record<string, string>>[] = [
    { 'if-none-match': String(headers.etag) },
    { 'if-match': '"other"' },
    { range: 'bytes=99-' },
    { range: 'nonsense=1' },
  ];
  for (const each of conditions) {
    await anybody.get(`/api/public/dl/${hash}/b.txt`, { headers: each });
  }
  await anybody.get(`/api/public/dl/${hash}/none`);

  await anybody.get(`/api/public/dl/${hash}/empty`);
  expect((await usesWhen(1)).map(({ path }) => path)).toEqual(['/empty']);
});

test('coming again within a minute is the same visit', async () => {
  await using scene = await shared();
  const { anybody, hash, usesWhen } = scene;
  for (let call = 0; call < 3; call += 1) await anybody.get(`/api/public/share/${hash}`);
  expect(await usesWhen(1)).toHaveLength(1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  await anybody.get(`/api/public/share/${hash}`);
  expect(await usesWhen(2)).toHaveLength(2);
});

test('ranges of a file are one download, which is whole when all bytes were sent', async () => {
  await using scene = await shared();
  const { anybody, hash, usesWhen, uses } = scene;
  const part = (range: string) =>
    anybody.get(`/api/public/dl/${hash}/b.txt`, { headers: { range } });
  await part('bytes=0-3');
  expect(await usesWhen(1)).toEqual([
    { kind: 'downloaded', path: '/b.txt', bytes: 4, whole: false },
  ]);
  await part('bytes=8-9,0-1');
  await part('bytes=4-7');
  await until(async () => (await uses())[0]?.whole === true);
  expect(await uses()).toEqual([{ kind: 'downloaded', path: '/b.txt', bytes: 12, whole: true }]);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 });
  await part('bytes=0-3');
  expect(await usesWhen(2)).toHaveLength(2);
});

test('a file that is taken twice was downloaded twice', async () => {
  await using scene = await shared();
  const { anybody, hash, usesWhen } = scene;
  await anybody.get(`/api/public/dl/${hash}/b.txt`);
  await anybody.get(`/api/public/dl/${hash}/b.txt`);
  expect(await usesWhen(2)).toHaveLength(2);
});

test('an interrupted download is recorded as such, with the number of sent bytes', async () => {
  await using scene = await shared();
  const { app, hash, usesWhen, uses } = scene;
  await writeFile(join(app.root, 'docs/large'), randomBytes(MIB));
  await truncate(join(app.root, 'docs/large'), LARGE);
  await cutAfter(app.url, `/api/public/dl/${hash}/large`, MIB);
  await cutAfter(app.url, `/api/public/dl/${hash}/?algo=tar`, MIB);

  const recorded = await usesWhen(2);
  expect(recorded).toMatchObject([
    { kind: 'downloaded', path: '/large', whole: false },
    { kind: 'downloaded', path: '/', whole: false },
  ]);
  for (const { bytes } of recorded) {
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(LARGE);
  }

  const rest = { range: `bytes=${recorded[0]?.bytes}-` };
  await app.visitor.get(`/api/public/dl/${hash}/large`, { headers: rest });
  await until(async () => (await uses())[0]?.whole === true);
  expect(await uses()).toMatchObject([
    { path: '/large', bytes: LARGE, whole: true },
    { path: '/' },
  ]);
});

/** Reads some of an answer, and breaks the connection. */
async function cutAfter(url: string, path: string, bytes: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  let read = 0;
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      read += chunk.length;
      if (read >= bytes) resolve();
    });
  });
  socket.destroy();
}

test('small pictures in a list are not looked at one by one, a large one is', async () => {
  await using scene = await shared();
  const { app, anybody, hash, usesWhen } = scene;
  await writeFile(
    join(app.root, 'docs/p.png'),
    await quarteredPicture(2_000, 1_000).png().toBuffer(),
  );
  const thumb = await anybody.get(`/api/public/preview/thumb/${hash}/p.png?inline=true`);
  const big = await anybody.get(`/api/public/preview/big/${hash}/p.png?inline=true`);
  expect([thumb.status, big.status]).toEqual([200, 200]);
  expect(await usesWhen(1)).toMatchObject([{ kind: 'viewed', path: '/p.png', whole: true }]);
});

test('downloads of users are not recorded', async () => {
  await using scene = await shared();
  const { anna, anybody, hash, usesWhen } = scene;
  await anna.get('/api/raw/docs/b.txt');
  await anna.get('/api/raw/docs?algo=tar');

  await anybody.get(`/api/public/dl/${hash}/empty`);
  expect((await usesWhen(1)).map(({ path }) => path)).toEqual(['/empty']);
});

test('recent uses are stored when the server stops', async () => {
  await using scene = await shared();
  const { app, anna, anybody, hash } = scene;
  await anybody.get(`/api/public/dl/${hash}/b.txt`);
  await using again = await app.restart();
  const { uses } = (
    await again.client(anna.token).get(`/api/links/${hash}/uses`)
  ).json<ShareUses>();
  expect(uses).toMatchObject([{ kind: 'downloaded', path: '/b.txt' }]);
});

test('uses of a share that was removed are dropped, and those of others are not', async () => {
  await using scene = await shared();
  const { app, anna, anybody, hash, usesWhen } = scene;
  const { hash: ended } = await shareOf(anna, '/docs/');
  await Promise.all([
    anybody.get(`/api/public/dl/${ended}/b.txt`),
    anybody.get(`/api/public/dl/${hash}/b.txt`),
  ]);
  await app.db.write((tx) => removeShare(tx, ended));
  expect(await usesWhen(1)).toHaveLength(1);
});

test('very frequent uses of a share are counted, and limited in the record', async () => {
  await using scene = await shared();
  const { anna, anybody, hash } = scene;
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(
      Array.from({ length: 30 }, () => anybody.get(`/api/public/dl/${hash}/b.txt`)),
    );
  }
  const count = async () => (await sharesSeen(anna)).find((each) => each.hash === hash)?.downloaded;
  await until(async () => (await count()) === 600, 60_000);
  expect((await anna.get(`/api/links/${hash}/uses`)).json<ShareUses>().more).toBe(true);
  // Six hundred downloads take long on a busy machine.
}, 120_000);
