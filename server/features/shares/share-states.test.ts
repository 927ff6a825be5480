import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Share } from '#contract/shares.ts';
import { readGlobalSettings, writeGlobalSettings } from '../../metadata/settings.ts';
import { deleteUser, updateUser, type StoredUser } from '../../metadata/users.ts';
import type { Client } from '../../testing/client.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { shareOf, sharesSeen } from '../../testing/shares.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const { perm } = aStoredUser();
const SCOPED = { scope: '/home' };
const AGAINST_DOCS = { allow: false, path: '/docs', regex: false, regexp: { raw: '' } };
type Changes = Parameters<typeof updateUser>[2]['changes'];

interface Scene extends AsyncDisposable {
  readonly app: TestApp;
  readonly anna: Client;
  readonly admin: Client;
  readonly share: Share;
  /** Returns the list of the administrator. */
  stateNow(): Promise<Share | undefined>;
  change(changes: Changes): Promise<StoredUser | undefined>;
}

/** Anna, whose home is /home, has shared docs/plan.txt in it. */
async function sharedPlan(): Promise<Scene> {
  const files = { '/home/docs/plan.txt': 'v1', '/elsewhere/x.txt': '' };
  const app = await startTestApp({ files });
  const anna = await app.logIn(SCOPED);
  const admin = await app.logIn({ username: 'root', perm: { ...perm, admin: true } });
  const share = await shareOf(anna, '/docs/plan.txt');
  return {
    app,
    anna,
    admin,
    share,
    stateNow: async () => (await sharesSeen(admin)).find(({ hash }) => hash === share.hash),
    change: (changes) =>
      app.db.write((tx) => updateUser(tx, share.userID, { changes, nowMs: Date.now() })),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

const adopt = (who: Client, { hash }: Share) => who.post(`/api/links/${hash}/adopt`);

test('an item that was removed by another program is gone, and may come back', async () => {
  await using scene = await sharedPlan();
  const { app, anna, share, stateNow } = scene;
  const docs = join(app.root, 'home/docs');
  await rename(docs, join(app.root, 'unplugged'));

  expect(await stateNow()).toMatchObject({ state: 'gone', path: '/docs/plan.txt' });
  expect(await sharesSeen(anna, '/api/share/docs/plan.txt')).toMatchObject([{ state: 'gone' }]);
  expect((await adopt(anna, share)).status).toBe(404);

  await rename(join(app.root, 'unplugged'), docs);
  expect((await stateNow())?.state).toBe('live');
});

test('a new entry at the path of the item is not shared until the owner confirms it', async () => {
  await using scene = await sharedPlan();
  const { app, anna, share, stateNow } = scene;
  const file = join(app.root, 'home/docs/plan.txt');
  await writeFile(`${file}.new`, 'another one');
  await rename(`${file}.new`, file);
  expect((await stateNow())?.state).toBe('replaced');

  const adopted = await adopt(anna, share);
  expect([adopted.status, adopted.json<Share>()]).toEqual([200, share]);
  expect((await stateNow())?.state).toBe('live');
  expect((await adopt(anna, share)).json<Share>()).toEqual(share);
});

test('an item whose contents change in place is the same', async () => {
  await using scene = await sharedPlan();
  await writeFile(join(scene.app.root, 'home/docs/plan.txt'), 'longer than before');
  expect((await scene.stateNow())?.state).toBe('live');
});

test('a folder that replaces a file, or a symlink to it, is another item', async () => {
  await using scene = await sharedPlan();
  const { app, admin, share, stateNow } = scene;
  const file = join(app.root, 'home/docs/plan.txt');

  await rename(file, `${file}.moved`);
  await symlink('plan.txt.moved', file);
  expect((await stateNow())?.state).toBe('replaced');

  await rm(file);
  await mkdir(file);
  expect(await stateNow()).toMatchObject({ state: 'replaced', isDir: true });

  const adopted = await adopt(admin, share);
  expect(adopted.json<Share>()).toMatchObject({ state: 'live', isDir: true, username: 'anna' });
});

test('a shared symlink is identified by itself, not by its target', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'a', '/b.txt': 'b' } });
  const anna = await app.logIn();
  const link = join(app.root, 'link');
  await symlink('a.txt', link);
  await shareOf(anna, '/link');
  const stateNow = async () => (await sharesSeen(anna))[0]?.state;

  await writeFile(join(app.root, 'a.new'), 'a new one');
  await rename(join(app.root, 'a.new'), join(app.root, 'a.txt'));
  expect(await stateNow()).toBe('live');

  await rm(join(app.root, 'a.txt'));
  expect(await stateNow()).toBe('gone');

  await symlink('b.txt', join(app.root, 'link2'));
  await rename(join(app.root, 'link2'), link);
  expect(await stateNow()).toBe('replaced');
});

const MISFORTUNES: Readonly<Record<string, Changes>> = {
  'loses the permission to share': { perm: { ...perm, share: false } },
  'loses the permission to download': { perm: { ...perm, download: false } },
  'is at home elsewhere': { scope: '/elsewhere' },
  'has a scope that is no path': { scope: '/home/../..' },
  'meets a rule': { rules: [AGAINST_DOCS] },
};

test('a share is refused while its owner may not share the item', async () => {
  await using scene = await sharedPlan();
  const { admin, share, stateNow, change } = scene;
  for (const [what, changes] of Object.entries(MISFORTUNES)) {
    await change(changes);
    const refused = await stateNow();
    const adopted = await adopt(admin, share);
    expect([what, refused?.state, adopted.status]).toEqual([what, 'refused', 403]);

    await change({ ...SCOPED, rules: [], perm });
    expect((await stateNow())?.state).toBe('live');
  }
});

test('a global rule refuses a share too', async () => {
  await using scene = await sharedPlan();
  const { app, anna, stateNow } = scene;
  const settings = await readGlobalSettings(app.db.read);
  await app.db.write((tx) => writeGlobalSettings(tx, { ...settings, rules: [AGAINST_DOCS] }));

  expect((await stateNow())?.state).toBe('refused');
  expect((await anna.post('/api/share/docs/plan.txt', { body: '{}' })).status).toBe(403);
});

test('hidden names are hidden in shares', async () => {
  await using app = await startTestApp({ files: { '/.dot': '' } });
  const { id, username } = await app.addUser({ username: 'owner' });
  const anna = await app.logIn({ username: 'anna', perm: { ...perm, admin: true } });
  const owner = await app.client(undefined).post('/api/login', {
    body: JSON.stringify({ username, password: 'a long test password' }),
  });
  await shareOf(app.client(owner.text), '/.dot');
  await app.db.write((tx) =>
    updateUser(tx, id, { changes: { hideDotfiles: true }, nowMs: Date.now() }),
  );
  expect((await sharesSeen(anna))[0]?.state).toBe('refused');
});

test('an owner with another scope now sees the name of the item, but not its path', async () => {
  await using scene = await sharedPlan();
  const { anna, change } = scene;
  await change({ scope: '/elsewhere' });
  const seen = await sharesSeen(anna);
  expect(seen).toMatchObject([{ path: '/plan.txt', state: 'refused' }]);

  await change({ scope: '/home/docs' });
  expect(await sharesSeen(anna)).toMatchObject([{ path: '/plan.txt', state: 'live' }]);
});

test('shares are removed with their owner', async () => {
  await using scene = await sharedPlan();
  const { app, admin, share } = scene;
  await app.db.write((tx) => deleteUser(tx, share.userID));

  expect(await sharesSeen(admin)).toEqual([]);
  expect((await admin.delete(`/api/share/${share.hash}`)).status).toBe(404);
});
