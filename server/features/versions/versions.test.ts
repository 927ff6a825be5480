import { execFileSync } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HistoryEntry, UndoOutcome } from '#contract/history.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { FileVersion, FileVersions } from '#contract/versions.ts';
import { expect, test, vi } from 'vitest';
import { updateGlobalSettings } from '../../metadata/settings.ts';
import {
  startTestApp,
  TRASH,
  VERSIONS,
  type TestApp,
  type TestAppOptions,
} from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const ADMIN = { perm: { ...aStoredUser().perm, admin: true } };

function start(options: TestAppOptions = {}): Promise<TestApp> {
  return startTestApp({
    files: { '/docs/a.txt': 'one', '/docs/b.txt': 'bb', '/bob/own.txt': 'b' },
    ...options,
    config: { trash: TRASH, versions: VERSIONS, ...options.config },
  });
}

async function versionsOf(client: Client, path: string): Promise<FileVersion[]> {
  const reply = await client.get(`/api/versions${path}`);
  expect(reply.status).toBe(200);
  return reply.json<FileVersions>().items;
}

/** Returns the contents of the versions of a file, the newest first. */
async function contentsOf(client: Client, path: string): Promise<string[]> {
  const found = await versionsOf(client, path);
  const replies = found.map(({ id }) => client.get(`/api/version/${id}/raw/`));
  return (await Promise.all(replies)).map(({ text }) => text);
}

const upload = (client: Client, path: string, body: string) =>
  client.post(`/api/resources${path}?override=true`, { body });

const transfer = (client: Client, action: string, from: string, to: string, query = '') =>
  client.patch(
    `/api/resources${from}?action=${action}&destination=${encodeURIComponent(to)}&override=true${query}`,
  );

async function undo(client: Client, request: object = {}): Promise<UndoOutcome['results']> {
  const body = JSON.stringify(request);
  const headers = { 'content-type': 'application/json' };
  return (await client.post('/api/history/undo', { headers, body })).json<UndoOutcome>().results;
}

test('an upload, a save, a resumable upload, a copy and a move leave what they replace as versions', async () => {
  await using app = await start();
  const anna = await app.logIn({ username: 'anna' });
  expect((await upload(anna, '/docs/a.txt', 'two')).status).toBe(200);
  expect((await anna.put('/api/resources/docs/a.txt', { body: 'three' })).status).toBe(200);
  const headers = { 'upload-length': '4' };
  const tus = await anna.post('/api/tus/docs/a.txt?override=true', { headers });
  expect(tus.status).toBe(201);
  const chunk = await anna.patch('/api/tus/docs/a.txt', {
    headers: { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: 'four',
  });
  expect(chunk.status).toBe(204);
  expect((await transfer(anna, 'copy', '/docs/b.txt', '/docs/a.txt')).status).toBe(200);
  await app.changeAsProgram('/new.txt', 'five');
  expect((await transfer(anna, 'rename', '/new.txt', '/docs/a.txt')).status).toBe(200);
  expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['bb', 'four', 'three', 'two', 'one']);
  expect((await anna.get('/api/raw/docs/a.txt')).text).toBe('five');
  const [newest] = await versionsOf(anna, '/docs/a.txt');
  expect(newest).toMatchObject({ size: 2, replacedBy: 'anna' });
});

test('a large upload leaves a version, and keeps the name of the file for its download', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await upload(anna, '/docs/a.txt', 'x'.repeat(400_000));
  await upload(anna, '/docs/a.txt', 'y'.repeat(400_000));
  const [newest, oldest] = await versionsOf(anna, '/docs/a.txt');
  expect([newest?.size, oldest?.size]).toEqual([400_000, 3]);
  const reply = await anna.get(`/api/version/${oldest?.id}/raw/`);
  expect(reply.headers['content-disposition']).toContain('a.txt');
  expect(reply.text).toBe('one');
  const shown = await anna.get(`/api/version/${oldest?.id}/resources/`);
  expect(shown.json()).toMatchObject({ name: 'a.txt', size: 3, content: 'one' });
});

test('saves of one user within a minute leave one version, those of another user or program their own', async () => {
  await using app = await start();
  const anna = await app.logIn({ username: 'anna' });
  const berta = await app.logIn({ username: 'berta' });
  const save = async (client: Client, body: string) => {
    expect((await client.put('/api/resources/docs/a.txt', { body })).status).toBe(200);
  };
  for (const text of ['a1', 'a2', 'a3']) await save(anna, text);
  expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['one']);
  await save(berta, 'b1');
  await save(berta, 'b2');
  expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['a3', 'one']);
  await app.changeAsProgram('/docs/a.txt', 'by a program');
  await save(berta, 'b3');
  expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['by a program', 'a3', 'one']);
  vi.setSystemTime(Date.now() + 61_000);
  try {
    await save(berta, 'b4');
  } finally {
    vi.useRealTimers();
  }
  expect((await contentsOf(anna, '/docs/a.txt'))[0]).toBe('b3');
});

test('a merge keeps the files that it replaces, and only those', async () => {
  await using app = await start({
    files: {
      '/from/same/x.txt': 'new',
      '/from/only.txt': 'o',
      '/to/same/x.txt': 'old',
      '/to/z': 'z',
    },
  });
  const anna = await app.logIn();
  expect((await transfer(anna, 'copy', '/from', '/to')).status).toBe(200);
  expect(await contentsOf(anna, '/to/same/x.txt')).toEqual(['old']);
  expect(await app.namesInTrash()).toEqual(['x.txt']);
  await app.changeAsProgram('/from/same/x.txt', 'newer');
  expect((await transfer(anna, 'rename', '/from', '/to')).status).toBe(200);
  expect(await contentsOf(anna, '/to/same/x.txt')).toEqual(['new', 'old']);
  expect((await anna.get('/api/raw/to/same/x.txt')).text).toBe('newer');
});

test('restoring makes the present contents a version, keeps shares, and can be undone', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const made = await anna.post('/api/share/docs/a.txt', { body: '{}' });
  const { hash } = made.json() as { hash: string };
  await upload(anna, '/docs/a.txt', 'two');
  const [version] = await versionsOf(anna, '/docs/a.txt');
  const headers = { 'x-operation-group': 'restoring' };
  const restored = await anna.post(`/api/version/${version?.id}/restore`, { headers });
  expect(restored.status).toBe(204);
  expect((await anna.get('/api/raw/docs/a.txt')).text).toBe('one');
  expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['two']);
  expect((await app.visitor.get(`/api/public/dl/${hash}`)).text).toBe('one');
  expect(await undo(anna, { group: 'restoring' })).toMatchObject([
    { kind: 'restore', state: 'undone' },
  ]);
  expect((await anna.get('/api/raw/docs/a.txt')).text).toBe('two');
  expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['one']);
  expect((await anna.post(`/api/version/${version?.id}/restore`)).status).toBe(404);
});

test('restoring loses nothing where versions are off', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await upload(anna, '/docs/a.txt', 'two');
  await upload(anna, '/docs/b.txt', 'present');
  const [a] = await versionsOf(anna, '/docs/a.txt');
  const [b] = await versionsOf(anna, '/docs/b.txt');
  await app.db.write((tx) =>
    updateGlobalSettings(tx, (stored) => ({ ...stored, foldersWithoutVersions: ['/docs'] })),
  );
  expect((await anna.post(`/api/version/${a?.id}/restore`)).status).toBe(204);
  expect((await anna.get('/api/raw/docs/a.txt')).text).toBe('one');
  expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['two']);
  expect(await undo(anna)).toMatchObject([{ kind: 'restore', state: 'undone' }]);
  expect((await anna.get('/api/raw/docs/a.txt')).text).toBe('two');
  await using off = await app.restart({ versions: { ...VERSIONS, isOn: false } });
  const again = await off.logIn({ username: 'berta' });
  expect((await again.post(`/api/version/${b?.id}/restore`)).status).toBe(204);
  await using cleaned = await off.restart();
  const later = await cleaned.logIn({ username: 'carla' });
  expect((await later.get('/api/raw/docs/b.txt')).text).toBe('bb');
  expect(await contentsOf(later, '/docs/b.txt')).toEqual(['present']);
});

test.skipIf(process.getuid?.() !== 0)(
  'neither a restore nor an undo loses the present contents where the trash cannot take them',
  async () => {
    await using app = await start({ config: { storage: 'folder' } });
    const anna = await app.logIn();
    await upload(anna, '/docs/a.txt', 'two');
    const [version] = await versionsOf(anna, '/docs/a.txt');
    const trash = join(app.root, TRASH_NAME);
    await chown(trash, 12_345, 12_345);
    const refused = await anna.post(`/api/version/${version?.id}/restore`);
    expect([refused.status, refused.headers['x-refusal']]).toEqual([400, 'not-kept']);
    expect(await undo(anna)).toMatchObject([{ state: 'refused', reason: 'no-trash' }]);
    expect((await anna.get('/api/raw/docs/a.txt')).text).toBe('two');
    await chown(trash, 0, 0);
    expect((await anna.post(`/api/version/${version?.id}/restore`)).status).toBe(204);
    expect((await anna.get('/api/raw/docs/a.txt')).text).toBe('one');
    expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['two']);
  },
);

test('an undo of what has replaced a file brings the version back', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await upload(anna, '/docs/a.txt', 'two');
  expect(await undo(anna)).toMatchObject([{ kind: 'replace', state: 'undone' }]);
  expect((await anna.get('/api/raw/docs/a.txt')).text).toBe('one');
  await transfer(anna, 'copy', '/docs/b.txt', '/docs/a.txt');
  expect(await undo(anna)).toMatchObject([{ kind: 'copy', state: 'undone' }]);
  expect((await anna.get('/api/raw/docs/a.txt')).text).toBe('one');
  await transfer(anna, 'rename', '/docs/b.txt', '/docs/a.txt');
  expect(await undo(anna)).toMatchObject([{ kind: 'move', state: 'undone' }]);
  expect((await anna.get('/api/raw/docs/a.txt')).text).toBe('one');
  expect((await anna.get('/api/raw/docs/b.txt')).text).toBe('bb');
  const history = await anna.get('/api/history');
  expect(history.json<HistoryEntry[]>().map(({ state }) => state)).toEqual([
    'undone',
    'undone',
    'undone',
  ]);
});

test('an undo of a move that has replaced a file gives both files the versions that they had', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await upload(anna, '/docs/b.txt', 'b2');
  await upload(anna, '/docs/a.txt', 'two');
  await upload(anna, '/docs/b.txt', 'b3');
  await transfer(anna, 'rename', '/docs/b.txt', '/docs/a.txt');
  expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['two', 'b2', 'one', 'bb']);
  expect(await undo(anna)).toMatchObject([{ kind: 'move', state: 'undone' }]);
  expect((await anna.get('/api/raw/docs/a.txt')).text).toBe('two');
  expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['one']);
  expect((await anna.get('/api/raw/docs/b.txt')).text).toBe('b3');
  expect(await contentsOf(anna, '/docs/b.txt')).toEqual(['b2', 'bb']);
});

test('versions follow their file when it is renamed or its folder is moved', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await upload(anna, '/docs/a.txt', 'two');
  await transfer(anna, 'rename', '/docs/a.txt', '/docs/c.txt');
  await transfer(anna, 'rename', '/docs', '/papers');
  expect(await contentsOf(anna, '/papers/c.txt')).toEqual(['one']);
});

test('versions go into the trash with their file, come back, and are deleted for good with it', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await upload(anna, '/docs/a.txt', 'two');
  const [version] = await versionsOf(anna, '/docs/a.txt');
  const gone = await anna.delete('/api/resources/docs');
  const trashId = String(gone.headers['x-trashed']);
  expect((await anna.get(`/api/version/${version?.id}/raw/`)).status).toBe(404);
  await anna.post(`/api/trash/${trashId}/restore`);
  expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['one']);
  const again = await anna.delete('/api/resources/docs');
  await anna.delete(`/api/trash/${String(again.headers['x-trashed'])}`);
  await upload(anna, '/bob/own.txt', 'later');
  expect((await anna.delete('/api/resources/bob/own.txt?permanent=true')).status).toBe(204);
  await using restarted = await app.restart();
  await expect.poll(() => restarted.namesInTrash()).toEqual([]);
  await expect.poll(() => restarted.db.read.selectFrom('trash').select('id').execute()).toEqual([]);
});

test('restoring a version of a file that has as many as it may deletes no other one', async () => {
  await using app = await start({ config: { versions: { ...VERSIONS, mostPerFile: 2 } } });
  const anna = await app.logIn();
  for (const text of ['two', 'three']) await upload(anna, '/docs/a.txt', text);
  expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['two', 'one']);
  const [newest] = await versionsOf(anna, '/docs/a.txt');
  expect((await anna.post(`/api/version/${newest?.id}/restore`)).status).toBe(204);
  await upload(anna, '/docs/b.txt', 'pruned after the other file');
  await expect.poll(() => contentsOf(anna, '/docs/b.txt')).toEqual(['bb']);
  expect(await contentsOf(anna, '/docs/a.txt')).toEqual(['three', 'one']);
});

test('keeps the newest versions of a file, and deletes those that are too old', async () => {
  await using app = await start({ config: { versions: { ...VERSIONS, mostPerFile: 3 } } });
  const anna = await app.logIn();
  for (let round = 2; round <= 7; round += 1) await upload(anna, '/docs/a.txt', `v${round}`);
  await expect.poll(() => contentsOf(anna, '/docs/a.txt')).toEqual(['v6', 'v5', 'v4']);
  await expect.poll(() => app.namesInTrash()).toEqual(['a.txt', 'a.txt', 'a.txt']);
  const [newest] = await versionsOf(anna, '/docs/a.txt');
  const longAgo = Date.now() - VERSIONS.retentionMs - 1_000;
  await app.db.write((tx) =>
    tx
      .updateTable('trash')
      .set({ deletedAt: longAgo })
      .where('id', '!=', newest?.id ?? 0)
      .execute(),
  );
  await using again = await app.restart();
  await expect.poll(() => again.namesInTrash()).toEqual(['a.txt']);
});

test('folders for which versions are off, and a server without them, keep nothing', async () => {
  await using app = await start({ settings: { foldersWithoutVersions: ['/docs'] } });
  const anna = await app.logIn();
  await upload(anna, '/docs/a.txt', 'two');
  await upload(anna, '/bob/own.txt', 'two');
  expect(await app.namesInTrash()).toEqual(['own.txt']);
  expect((await anna.get('/api/versions/docs/a.txt')).json()).toMatchObject({ isOn: false });
  expect((await anna.get('/api/versions/bob/own.txt')).json()).toMatchObject({ isOn: true });
  const off = { versions: { ...VERSIONS, isOn: false }, trash: { ...TRASH, isOn: false } };
  await using plain = await startTestApp({ files: { '/a.txt': 'one' }, config: off });
  const berta = await plain.logIn();
  await upload(berta, '/a.txt', 'two');
  await berta.delete('/api/resources/a.txt');
  expect(await plain.filesOnDisk()).toEqual({});
});

test('who may not see, download, modify or delete a file cannot do that with its versions', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await upload(anna, '/docs/a.txt', 'two');
  const [{ id } = { id: 0 }] = await versionsOf(anna, '/docs/a.txt');
  const bob = await app.logIn({ username: 'bob', scope: '/bob' });
  expect((await bob.get(`/api/version/${id}/raw/`)).status).toBe(404);
  expect((await bob.post(`/api/version/${id}/restore`)).status).toBe(404);
  expect((await bob.delete(`/api/version/${id}`)).status).toBe(404);
  const denied = [{ regex: false, allow: false, path: '/docs/a.txt', regexp: { raw: '' } }];
  const eve = await app.logIn({ username: 'eve', rules: denied });
  expect((await eve.get('/api/versions/docs/a.txt')).status).toBe(403);
  expect((await eve.get(`/api/version/${id}/raw/`)).status).toBe(404);
  const reader = { ...aStoredUser().perm, download: false, modify: false, delete: false };
  const carl = await app.logIn({ username: 'carl', perm: reader });
  expect((await carl.get('/api/versions/docs/a.txt')).status).toBe(403);
  expect((await carl.get(`/api/version/${id}/raw/`)).status).toBe(403);
  expect((await carl.get(`/api/version/${id}/resources/`)).status).toBe(403);
  expect((await carl.get('/api/version/999/resources/')).status).toBe(404);
  expect((await carl.post(`/api/version/${id}/restore`)).status).toBe(403);
  expect((await carl.delete(`/api/version/${id}`)).status).toBe(403);
  expect((await app.visitor.get(`/api/version/${id}/raw/`)).status).toBe(401);
  expect((await anna.get('/api/versions/docs')).status).toBe(400);
  expect((await anna.get('/api/versions/none')).status).toBe(404);
  expect((await anna.get(`/api/trash/${id}/raw/`)).status).toBe(404);
  expect((await anna.delete(`/api/version/${id}`)).status).toBe(204);
  expect(await versionsOf(anna, '/docs/a.txt')).toEqual([]);
});

test('versions are not in the trash of users, and count in its usage on the disk', async () => {
  await using app = await start();
  const ada = await app.logIn({ username: 'ada', ...ADMIN });
  await upload(ada, '/docs/a.txt', 'two');
  expect((await ada.get('/api/trash')).json()).toEqual([]);
  expect((await ada.delete('/api/trash')).status).toBe(200);
  expect(await contentsOf(ada, '/docs/a.txt')).toEqual(['one']);
  await using tight = await app.restart({ trash: { ...TRASH, limitPercent: 0 } });
  await expect.poll(() => tight.namesInTrash()).toEqual([]);
  expect((await tight.filesOnDisk())['/docs/a.txt']).toBe('two');
});

test('a refused write leaves neither a version nor a trace', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const refused = await anna.put('/api/resources/docs/a.txt', {
    headers: { 'if-match': '"other"' },
    body: 'x',
  });
  expect(refused.status).toBe(412);
  expect(await app.namesInTrash()).toEqual([]);
  expect(await versionsOf(anna, '/docs/a.txt')).toEqual([]);
});

test.skipIf(process.getuid?.() === 0)('a file that the server may not write has none', async () => {
  await using app = await start({ config: { storage: 'folder' } });
  const anna = await app.logIn();
  const before = await stat(join(app.root, 'docs/a.txt'));
  execFileSync('chmod', ['0400', join(app.root, 'docs/a.txt')]);
  expect((await upload(anna, '/docs/a.txt', 'x')).status).toBe(403);
  expect((await stat(join(app.root, 'docs/a.txt'))).ino).toBe(before.ino);
  expect(await app.namesInTrash()).toEqual([]);
});

test('names that need care have versions', async () => {
  const names = ['new\nline', '100%', '😀'.repeat(63), 'x'.repeat(255), ' ', "a'b#c?d", 'عربي.txt'];
  await using app = await start({
    files: Object.fromEntries(names.map((name) => [`/d/${name}`, 'one'])),
  });
  const anna = await app.logIn();
  for (const name of names) {
    const path = `/d/${encodeURIComponent(name)}`;
    expect((await upload(anna, path, 'two')).status).toBe(200);
    const [version] = await versionsOf(anna, path);
    expect((await anna.post(`/api/version/${version?.id}/restore`)).status).toBe(204);
    expect((await anna.get(`/api/raw${path}`)).text).toBe('one');
  }
});
