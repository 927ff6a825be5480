import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { PublicFile, Share } from '#contract/shares.ts';
import { readGlobalSettings, writeGlobalSettings } from '../../metadata/settings.ts';
import { deleteUser, updateUser } from '../../metadata/users.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { shareOf } from '../../testing/shares.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

afterEach(() => {
  vi.useRealTimers();
});

const { perm } = aStoredUser();
type Changes = Parameters<typeof updateUser>[2]['changes'];

interface Scene extends AsyncDisposable {
  readonly app: TestApp;
  readonly anna: Client;
  /** Shares of /docs/ and of /docs/plan.txt in Anna's home. */
  readonly folder: Share;
  readonly file: Share;
  change(changes: Changes): Promise<unknown>;
  /**
   * Returns the statuses of all calls for the folder, a file below it, and the file; one status where all are the
   * same.
   */
  statuses(): Promise<readonly [folder: number, below: number, file: number]>;
}

async function shared(): Promise<Scene> {
  const app = await startTestApp({
    files: { '/home/docs/plan.txt': 'plan', '/home/docs/other.txt': '', '/elsewhere/x': '' },
  });
  const anna = await app.logIn({ scope: '/home' });
  const folder = await shareOf(anna, '/docs/');
  const file = await shareOf(anna, '/docs/plan.txt');
  const ask = (path: string) => statusOf(app.visitor, path);
  return {
    app,
    anna,
    folder,
    file,
    change: (changes) =>
      app.db.write((tx) => updateUser(tx, folder.userID, { changes, nowMs: Date.now() })),
    statuses: async () => [
      await ask(folder.hash),
      await ask(`${folder.hash}/plan.txt`),
      await ask(file.hash),
    ],
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

async function statusOf(anybody: Client, path: string): Promise<number> {
  const replies = await Promise.all([
    anybody.get(`/api/public/share/${path}`),
    anybody.head(`/api/public/share/${path}`),
    anybody.get(`/api/public/dl/${path}`),
    anybody.head(`/api/public/dl/${path}`),
  ]);
  const statuses = new Set(replies.map(({ status }) => status));
  if (statuses.size !== 1) throw new Error(`${path}: ${[...statuses].join(', ')}`);
  return replies[0].status;
}

test('changes of the owner’s permissions apply to a share at once', async () => {
  await using scene = await shared();
  const { change, statuses } = scene;
  expect(await statuses()).toEqual([200, 200, 200]);

  await change({ perm: { ...perm, share: false } });
  expect(await statuses()).toEqual([403, 403, 403]);
  await change({ perm: { ...perm, download: false } });
  expect(await statuses()).toEqual([403, 403, 403]);
  await change({ perm });
  expect(await statuses()).toEqual([200, 200, 200]);
  await change({ scope: '/elsewhere' });
  expect(await statuses()).toEqual([403, 403, 403]);
  await change({ scope: '/home', rules: [deny('/docs/plan.txt')] });
  expect(await statuses()).toEqual([200, 403, 403]);
  await change({ rules: [deny('/docs')] });
  expect(await statuses()).toEqual([403, 403, 403]);
  await change({ rules: [] });
  expect(await statuses()).toEqual([200, 200, 200]);
});

function deny(path: string) {
  return { allow: false, path, regex: false, regexp: { raw: '' } };
}

test('global rules apply to visitors, relative to the home of the owner', async () => {
  await using scene = await shared();
  const { app, statuses } = scene;
  const stored = await readGlobalSettings(app.db.read);
  await app.db.write((tx) => writeGlobalSettings(tx, { ...stored, rules: [deny('/plan.txt')] }));
  expect(await statuses()).toEqual([200, 200, 200]);
  await app.db.write((tx) =>
    writeGlobalSettings(tx, { ...stored, rules: [deny('/docs/plan.txt')] }),
  );
  expect(await statuses()).toEqual([200, 403, 403]);
});

test('names that are hidden from the owner are hidden from visitors', async () => {
  await using app = await startTestApp({ files: { '/docs/.env': 'x', '/.dot/a': 'a' } });
  const anna = await app.logIn();
  const [folder, hidden] = [await shareOf(anna, '/docs/'), await shareOf(anna, '/.dot/')];
  const ask = (path: string) => statusOf(app.visitor, path);
  expect([await ask(`${folder.hash}/.env`), await ask(hidden.hash)]).toEqual([200, 200]);

  await app.db.write((tx) =>
    updateUser(tx, folder.userID, { changes: { hideDotfiles: true }, nowMs: Date.now() }),
  );
  expect([await ask(`${folder.hash}/.env`), await ask(hidden.hash)]).toEqual([403, 403]);
  const listed = await app.visitor.get(`/api/public/share/${folder.hash}`);
  expect(listed.json()).toMatchObject({ items: [] });
});

test('a share is removed with its owner', async () => {
  await using scene = await shared();
  const { app, folder, statuses } = scene;
  await app.db.write((tx) => deleteUser(tx, folder.userID));
  expect(await statuses()).toEqual([404, 404, 404]);
});

test('a share follows its item when it is moved, and another entry at the old path is not shared', async () => {
  await using scene = await shared();
  const { anna, statuses } = scene;
  const moved = await anna.patch('/api/resources/docs?action=rename&destination=/papers');
  expect(moved.status).toBe(200);
  expect(await statuses()).toEqual([200, 200, 200]);

  await anna.post('/api/resources/docs/');
  await anna.post('/api/resources/docs/plan.txt', { body: 'another plan' });
  expect(await statuses()).toEqual([200, 200, 200]);
  expect((await scene.app.visitor.get(`/api/public/dl/${scene.file.hash}`)).text).toBe('plan');
});

test('an item that is deleted and created again is not shared', async () => {
  await using scene = await shared();
  const { app, anna, statuses } = scene;
  await anna.delete('/api/resources/docs/plan.txt');
  expect(await statuses()).toEqual([200, 404, 404]);
  await anna.post('/api/resources/docs/plan.txt', { body: 'new' });
  expect(await statuses()).toEqual([200, 200, 404]);

  const file = join(app.root, 'home/docs/other.txt');
  const other = await shareOf(anna, '/docs/other.txt');
  await rename(file, `${file}.away`);
  expect(await statusOf(app.visitor, other.hash)).toBe(404);
  await writeFile(file, 'something else');
  expect(await statusOf(app.visitor, other.hash)).toBe(404);
  await rm(file);
  await rename(`${file}.away`, file);
  expect(await statusOf(app.visitor, other.hash)).toBe(200);
});

test('a share expires in time, in every call', async () => {
  await using scene = await shared();
  const { app, anna } = scene;
  const { hash } = await shareOf(anna, '/docs/', { expires: '1', unit: 'hours' });
  const ask = () => statusOf(app.visitor, hash);
  expect(await ask()).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_500_000 });
  expect(await ask()).toBe(200);
  vi.setSystemTime(Date.now() + 101_000);
  expect(await ask()).toBe(404);
  const body = JSON.stringify({ folder: '/', names: ['plan.txt'] });
  expect((await app.visitor.post(`/api/public/selections/${hash}`, { body })).status).toBe(404);
  expect((await app.visitor.get(`/api/public/preview/big/${hash}/a.jpg`)).status).toBe(404);
});

test('a session has no effect on a share', async () => {
  await using scene = await shared();
  const { app, anna, folder, file, change } = scene;
  const { hash } = await shareOf(anna, '/docs/', { password: 'p' });
  expect((await anna.get(`/api/public/share/${hash}`)).status).toBe(401);
  const { headers } = await anna.get(`/api/public/share/${folder.hash}`);
  expect(headers).not.toHaveProperty('x-renew-token');
  const broken = app.client('not.a.token');
  expect((await broken.get(`/api/public/dl/${file.hash}`)).text).toBe('plan');

  const sharedType = async () =>
    (await app.visitor.get(`/api/public/share/${file.hash}`)).json<PublicFile>().type;
  expect(await sharedType()).toBe('text');
  await change({ perm: { ...perm, modify: false } });
  expect(await sharedType()).toBe('textImmutable');
});

test('the description of a file contains no contents, whatever is requested', async () => {
  await using scene = await shared();
  const { app, file } = scene;
  for (const query of ['', '?checksum=md5', '?content=true', '?checksum=nonsense']) {
    const reply = await app.visitor.get(`/api/public/share/${file.hash}${query}`, {
      headers: { 'x-encoding': 'true' },
    });
    const description = reply.json<PublicFile>();
    expect([description.name, description.size]).toEqual(['plan.txt', 4]);
    expect(description).not.toHaveProperty('content');
    expect(description).not.toHaveProperty('checksums');
    expect(reply.headers['cache-control']).toContain('no-store');
  }
});

test('a download by a visitor supports ranges, conditions and archive formats', async () => {
  await using scene = await shared();
  const { app, anna, folder, file } = scene;
  const part = await app.visitor.get(`/api/public/dl/${file.hash}`, {
    headers: { range: 'bytes=1-2' },
  });
  expect([part.status, part.text, part.headers['content-range']]).toEqual([
    206,
    'la',
    'bytes 1-2/4',
  ]);
  const own = await anna.head('/api/raw/docs/plan.txt');
  const theirs = await app.visitor.head(`/api/public/dl/${file.hash}`);
  const { date: _, ...expected } = own.headers;
  expect(theirs.headers).toMatchObject(expected);
  const known = await app.visitor.get(`/api/public/dl/${file.hash}`, {
    headers: { 'if-none-match': String(own.headers.etag) },
  });
  expect(known.status).toBe(304);
  for (const [algo, ending] of [
    ['zip', 'zip'],
    ['targz', 'tar.gz'],
    ['tarzst', 'tar.zst'],
  ]) {
    const packed = await app.visitor.get(`/api/public/dl/${folder.hash}?algo=${algo}`);
    expect(packed.headers['content-disposition']).toContain(`''docs.${ending}`);
  }
  expect((await app.visitor.get(`/api/public/dl/${folder.hash}?algo=rar`)).status).toBe(400);
});
