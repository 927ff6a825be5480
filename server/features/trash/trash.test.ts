import { execFileSync } from 'node:child_process';
import { readdir, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { TrashedItem, TrashOutcome } from '#contract/trash.ts';
import { startTestApp, TRASH, type TestApp, type TestAppOptions } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const FILES = { '/docs/a.txt': 'aa', '/docs/sub/b.txt': 'bbb', '/z.txt': 'z', '/bob/own.txt': 'b' };
/** For what only a folder on the disk has: modes, symlinks, pipes and changes of a shell. */
const ON_DISK = { config: { storage: 'folder' } } as const;
const ADMIN = { perm: { ...aStoredUser().perm, admin: true } };

function start(options: TestAppOptions = {}): Promise<TestApp> {
  return startTestApp({ files: FILES, ...options, config: { trash: TRASH, ...options.config } });
}

async function listOf(client: Client, query = ''): Promise<TrashedItem[]> {
  const reply = await client.get(`/api/trash${query}`);
  expect(reply.status).toBe(200);
  return reply.json() as TrashedItem[];
}

/** Deletes an item and returns its id in the trash. */
async function remove(client: Client, path: string): Promise<number> {
  const reply = await client.delete(`/api/resources${path}`);
  expect([reply.status, reply.text]).toEqual([204, '']);
  return Number(reply.headers['x-trashed']);
}

function visible(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.includes(TRASH_NAME)));
}

const post = (client: Client, url: string, body: unknown) =>
  client.post(url, { body: JSON.stringify(body) });

test('a deletion moves a file or folder into a closed folder at the top of its disk', async () => {
  await using app = await start(ON_DISK);
  const anna = await app.logIn();
  const docs = await remove(anna, '/docs/');
  await remove(anna, '/z.txt');
  expect(visible(await app.filesOnDisk())).toEqual({ '/bob/own.txt': 'b' });
  expect(await app.namesInTrash()).toEqual(['docs', 'z.txt']);
  expect((await stat(join(app.root, TRASH_NAME))).mode & 0o777).toBe(0o700);
  const [file, folder] = await listOf(anna);
  expect(file).toMatchObject({ path: '/z.txt', name: 'z.txt', isDir: false, size: 1, entries: 1 });
  expect(folder).toMatchObject({ id: docs, path: '/docs', isDir: true, deletedBy: 'anna' });
});

test('the destination of a restore is decoded like that of a copy, with plus signs as spaces', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const file = await remove(anna, '/docs/sub/b.txt');
  const restore = (to: string) => anna.post(`/api/trash/${file}/restore?destination=${to}`);
  const broken = await restore('/b%25zz');
  expect([broken.status, broken.headers['x-refusal']]).toEqual([400, 'bad-path']);
  expect((await restore('/a+b%2Bc%252B')).headers['content-location']).toBe(
    '/api/resources/a%20b%20c%2B',
  );
});

test('restores an item where it was, with missing folders, and to another path', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const file = await remove(anna, '/docs/sub/b.txt');
  const folder = await remove(anna, '/docs');
  const reply = await anna.post(`/api/trash/${file}/restore`);
  expect(reply.status).toBe(200);
  expect(reply.headers['content-location']).toBe('/api/resources/docs/sub/b.txt');
  const to = encodeURIComponent(encodeURIComponent('/new/place'));
  expect((await anna.post(`/api/trash/${folder}/restore?destination=${to}`)).status).toBe(200);
  expect(await app.filesOnDisk()).toEqual({
    '/docs/sub/b.txt': 'bbb',
    '/new/place/a.txt': 'aa',
    '/new/place/sub/': '',
    '/z.txt': 'z',
    '/bob/own.txt': 'b',
  });
  expect(await listOf(anna)).toEqual([]);
  expect((await anna.post(`/api/trash/${file}/restore`)).status).toBe(404);
});

test('asks before a restored item replaces another one', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const id = await remove(anna, '/z.txt');
  await anna.post('/api/resources/z.txt', { body: 'new' });
  expect((await anna.post(`/api/trash/${id}/restore`)).status).toBe(409);
  expect((await listOf(anna)).map(({ path }) => path)).toEqual(['/z.txt']);
  const renamed = await anna.post(`/api/trash/${id}/restore?rename=true`);
  expect(renamed.headers['content-location']).toBe('/api/resources/z(1).txt');
  const again = await remove(anna, '/z(1).txt');
  const to = encodeURIComponent('/z.txt');
  const replaced = `/api/trash/${again}/restore?override=true&destination=${to}`;
  expect((await anna.post(replaced)).status).toBe(200);
  expect(await app.filesOnDisk()).toMatchObject({ '/z.txt': 'z' });
});

test('restores and deletes several items, each with its own outcome', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const a = await remove(anna, '/docs/a.txt');
  const z = await remove(anna, '/z.txt');
  await anna.post('/api/resources/z.txt', { body: 'new' });
  const restored = await post(anna, '/api/trash/restore', { ids: [a, z, 999] });
  const { results } = restored.json() as TrashOutcome;
  expect(results.map(({ id, status, path }) => [id, status, path])).toEqual([
    [a, 200, '/docs/a.txt'],
    [z, 409, undefined],
    [999, 404, undefined],
  ]);
  const deleted = await post(anna, '/api/trash/delete', { ids: [z, a] });
  expect(deleted.json<TrashOutcome>().results.map(({ status }) => status)).toEqual([200, 404]);
  expect(await app.filesOnDisk()).toEqual({ ...FILES, '/z.txt': 'new' });
});

test('deletes for good when asked, when switched off, and from the trash', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const permanent = await anna.delete('/api/resources/docs?permanent=true');
  expect([permanent.status, permanent.headers['x-trashed']]).toEqual([204, undefined]);
  const id = await remove(anna, '/z.txt');
  expect((await anna.delete(`/api/trash/${id}`)).status).toBe(204);
  expect((await anna.delete(`/api/trash/${id}`)).status).toBe(404);
  await remove(anna, '/bob');
  const emptied = await anna.delete('/api/trash');
  expect([emptied.status, emptied.json()]).toEqual([200, { results: [] }]);
  expect(await app.filesOnDisk()).toEqual({});
  expect(await readdir(app.root)).not.toContain(TRASH_NAME);

  await using off = await app.restart({ trash: { ...TRASH, isOn: false } });
  const anja = await off.logIn({ username: 'anja' });
  await anja.post('/api/resources/x.txt', { body: 'x' });
  expect((await anja.delete('/api/resources/x.txt')).status).toBe(204);
  expect(await readdir(off.root)).not.toContain(TRASH_NAME);
});

test('the address of the next page keeps that only own items are listed', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const ada = await app.logIn({ username: 'ada', ...ADMIN });
  for (const name of ['x', 'y']) {
    await ada.post(`/api/resources/${name}`, { body: name });
    await remove(ada, `/${name}`);
  }
  await remove(anna, '/docs');
  const first = await ada.get('/api/trash?mine=true&limit=1');
  const [, next = ''] = /<([^>]+)>/.exec(String(first.headers['link'])) ?? [];
  const second = await listOf(ada, next);
  expect([...first.json<TrashedItem[]>(), ...second].map(({ path }) => path).toSorted()).toEqual([
    '/x',
    '/y',
  ]);
});

test('users see what they have deleted, administrators everything, and both what their rules and scope allow', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const bob = await app.logIn({ username: 'bob', scope: '/bob' });
  const ada = await app.logIn({ username: 'ada', ...ADMIN });
  const ofAnna = await remove(anna, '/docs');
  const ofBob = await remove(bob, '/own.txt');
  expect((await listOf(bob)).map(({ path }) => path)).toEqual(['/own.txt']);
  expect((await listOf(anna)).map(({ path }) => path)).toEqual(['/docs']);
  expect((await listOf(ada)).map(({ path }) => path)).toEqual(['/bob/own.txt', '/docs']);
  expect(await listOf(ada, '?mine=true')).toEqual([]);
  for (const url of [`/api/trash/${ofAnna}/resources/`, `/api/trash/${ofAnna}/raw/`])
    expect((await bob.get(url)).status).toBe(404);
  expect((await bob.delete(`/api/trash/${ofAnna}`)).status).toBe(404);
  expect((await bob.post(`/api/trash/${ofAnna}/restore`)).status).toBe(404);

  const rules = [{ regex: false, allow: false, path: '/docs', regexp: { raw: '' } }];
  await using again = await app.restart();
  await again.db.write((tx) =>
    tx
      .updateTable('user')
      .set({ rules: JSON.stringify(rules) })
      .where('username', '=', 'anna')
      .execute(),
  );
  const annaAgain = again.client(await tokenOf(again, 'anna'));
  expect(await listOf(annaAgain)).toEqual([]);
  expect((await annaAgain.post(`/api/trash/${ofAnna}/restore`)).status).toBe(404);
  const adaAgain = again.client(await tokenOf(again, 'ada'));
  expect((await adaAgain.post(`/api/trash/${ofBob}/restore`)).status).toBe(200);
  expect(await again.filesOnDisk()).toMatchObject({ '/bob/own.txt': 'b' });
});

async function tokenOf(app: TestApp, username: string): Promise<string> {
  const body = JSON.stringify({ username, password: 'a long test password' });
  return (await app.visitor.post('/api/login', { body })).text;
}

test('shows what is in a trashed folder, and hides what a rule hides there', async () => {
  await using app = await start();
  const ada = await app.logIn({ username: 'ada', ...ADMIN });
  const rules = [
    { regex: false, allow: false, path: '/docs/sub', regexp: { raw: '' } },
    { regex: true, allow: false, path: '', regexp: { raw: 'secret' } },
  ];
  const root = await app.logIn({ username: 'root', ...ADMIN, rules });
  await ada.post('/api/resources/docs/secret.txt', { body: 's' });
  const id = await remove(ada, '/docs');
  const listing = await ada.get(`/api/trash/${id}/resources/`);
  expect(listing.json()).toMatchObject({ name: 'docs', numDirs: 1, numFiles: 2 });
  const hidden = await root.get(`/api/trash/${id}/resources/`);
  expect(hidden.json()).toMatchObject({ numDirs: 0, numFiles: 1 });
  const file = await ada.get(`/api/trash/${id}/resources/sub/b.txt`);
  expect(file.json()).toMatchObject({ name: 'b.txt', path: '/sub/b.txt', content: 'bbb' });
  expect((await root.get(`/api/trash/${id}/resources/sub/b.txt`)).status).toBe(403);
  expect((await root.get(`/api/trash/${id}/raw/secret.txt`)).status).toBe(403);
  expect((await ada.get(`/api/trash/${id}/raw/sub/b.txt`)).text).toBe('bbb');
  const archive = await ada.get(`/api/trash/${id}/raw/?algo=tar`);
  expect(archive.status).toBe(200);
  expect(archive.headers['content-disposition']).toContain('docs.tar');
  expect(archive.text).toContain('bbb');
  const partial = await root.get(`/api/trash/${id}/raw/?algo=tar`);
  expect(partial.text).not.toContain('bbb');
});

test('a file in the trash is described and downloaded with the name that it had', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const id = await remove(anna, '/docs/a.txt');
  const info = await anna.get(`/api/trash/${id}/resources/`);
  expect(info.json()).toMatchObject({ name: 'a.txt', content: 'aa', type: 'text' });
  const raw = await anna.get(`/api/trash/${id}/raw/`);
  expect([raw.status, raw.text]).toEqual([200, 'aa']);
  expect(raw.headers['content-disposition']).toContain('a.txt');
  expect(raw.headers['content-disposition']).not.toContain('-a.txt');
  const bob = await app.logIn({
    username: 'bob',
    perm: { ...aStoredUser().perm, download: false },
  });
  const own = await remove(bob, '/z.txt');
  expect((await bob.get(`/api/trash/${own}/raw/`)).status).toBe(403);
});

test('needs the permissions that the change would need anywhere', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const id = await remove(anna, '/z.txt');
  await app.db.write((tx) =>
    tx.updateTable('user').set({ permDelete: 0, permCreate: 0 }).execute(),
  );
  expect((await anna.delete(`/api/trash/${id}`)).status).toBe(403);
  expect((await anna.post(`/api/trash/${id}/restore`)).status).toBe(403);
  expect((await anna.delete('/api/trash')).json()).toMatchObject({
    results: [{ id, status: 403 }],
  });
  expect((await app.visitor.get('/api/trash')).status).toBe(401);
  expect(await app.namesInTrash()).toEqual(['z.txt']);
});

test('no path, symlink, copy, archive or search leads into the trash', async () => {
  await using app = await start({ ...ON_DISK, readsNames: true });
  const ada = await app.logIn({ username: 'ada', ...ADMIN });
  await remove(ada, '/docs');
  const [name = ''] = await readdir(join(app.root, TRASH_NAME));
  await symlink(TRASH_NAME, join(app.root, 'way'));
  await symlink(join(app.root, TRASH_NAME, name), join(app.root, 'bob/deep'));
  const spellings = [
    TRASH_NAME,
    TRASH_NAME.toUpperCase(),
    '.file%C2%ADbrowser-trash.part',
    '.%EF%AC%81lebrowser-tra%C5%BFh.part',
    'way',
    'bob/deep',
  ];
  for (const spelling of spellings) {
    for (const url of ['resources', 'raw', 'usage', 'totals', 'search', 'tus', 'preview/thumb']) {
      const address = `/api/${url}/${spelling}`;
      for (const path of [address, `${address}/`, `${address}/${name}/a.txt`]) {
        const reply = await ada.get(path);
        const leaks = [name, 'aa', 'a.txt', 'b.txt'].filter((text) => reply.text.includes(text));
        expect([path, leaks]).toEqual([path, []]);
      }
    }
    const file = `/api/resources/${spelling}/new.txt`;
    expect((await ada.post(file, { body: 'x' })).status).toBeGreaterThanOrEqual(400);
    const gone = await ada.delete(`/api/resources/${spelling}/${name}`);
    expect(gone.status).toBeGreaterThanOrEqual(400);
  }
  expect(await app.namesInTrash()).toEqual(['docs']);
  const top = await ada.get('/api/resources/');
  expect(top.text).not.toContain(TRASH_NAME);
  expect((await ada.get('/api/raw/?algo=tar')).text).not.toContain('bbb');
  expect((await ada.get('/api/search/?query=b.txt')).text).not.toContain('b.txt');
  expect((await ada.get('/api/resources/recursive/')).text).not.toContain(name);
  const moved = `/api/resources/z.txt?action=rename&destination=${encodeURIComponent(`/${TRASH_NAME}/z`)}`;
  expect((await ada.patch(moved)).status).toBeGreaterThanOrEqual(400);
});

test('a scope in the trash gives no access', async () => {
  await using app = await start();
  const ada = await app.logIn({ username: 'ada', ...ADMIN });
  await remove(ada, '/docs');
  const eve = await app.logIn({ username: 'eve', scope: `/${TRASH_NAME}` });
  expect((await eve.get('/api/resources/')).status).toBeGreaterThanOrEqual(400);
});

test('does not follow a symlink in the place of the trash, and deletes for good then', async () => {
  await using app = await start(ON_DISK);
  const anna = await app.logIn();
  await symlink('bob', join(app.root, TRASH_NAME));
  const question = { paths: ['/z.txt', '/none', '/docs'] };
  const possible = await post(anna, '/api/trash/possible', question);
  expect(possible.json()).toEqual({ permanent: ['/z.txt', '/docs'] });
  const reply = await anna.delete('/api/resources/z.txt');
  expect([reply.status, reply.headers['x-trashed']]).toEqual([204, undefined]);
  expect(await readdir(join(app.root, 'bob'))).toEqual(['own.txt']);
});

test('a share ends to work with its item, and works again when it is restored', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const made = await anna.post('/api/share/docs/sub/b.txt', { body: '{}' });
  const { hash } = made.json() as { hash: string };
  const open = () => app.visitor.get(`/api/public/dl/${hash}`);
  expect((await open()).text).toBe('bbb');
  const id = await remove(anna, '/docs');
  expect((await open()).status).toBe(404);
  expect((await app.visitor.get(`/api/public/share/${hash}`)).status).toBe(404);
  expect((await anna.get('/api/shares')).json()).toEqual([]);
  await anna.post(`/api/trash/${id}/restore`);
  expect((await open()).text).toBe('bbb');
  const again = await remove(anna, '/docs');
  await anna.delete(`/api/trash/${again}`);
  expect(await app.db.read.selectFrom('share').select('hash').execute()).toEqual([]);
});

test('an upload into a trashed folder waits, and continues after a restore', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const headers = { 'upload-length': '6' };
  expect((await anna.post('/api/tus/docs/up.txt', { headers })).status).toBe(201);
  const chunk = (offset: number, body: string) =>
    anna.patch('/api/tus/docs/up.txt', {
      headers: { 'upload-offset': `${offset}`, 'content-type': 'application/offset+octet-stream' },
      body,
    });
  expect((await chunk(0, 'abc')).status).toBe(204);
  const id = await remove(anna, '/docs');
  expect((await chunk(3, 'def')).status).toBe(404);
  expect((await anna.post(`/api/trash/${id}/restore`)).status).toBe(200);
  expect((await chunk(3, 'def')).status).toBe(204);
  expect(await app.filesOnDisk()).toMatchObject({ '/docs/up.txt': 'abcdef', '/docs/a.txt': 'aa' });
});

test('an item that a shell has removed is not found, and is forgotten', async () => {
  await using app = await start(ON_DISK);
  const anna = await app.logIn();
  const id = await remove(anna, '/docs');
  await rm(join(app.root, TRASH_NAME), { recursive: true });
  expect((await anna.post(`/api/trash/${id}/restore`)).status).toBe(404);
  expect((await anna.get(`/api/trash/${id}/resources/`)).status).toBe(404);
  await using again = await app.restart();
  const anja = await again.logIn({ username: 'anja', ...ADMIN });
  await expect.poll(() => listOf(anja)).toEqual([]);
});

test('names that need care go into the trash and come back', async () => {
  const names = [
    'new\nline',
    '100%',
    '😀'.repeat(63),
    'x'.repeat(255),
    `${'ü'.repeat(125)}.jpeg`,
    ' ',
    '.hidden',
  ];
  const files = Object.fromEntries(names.map((name) => [`/d/${name}`, name]));
  await using app = await start({ files });
  const anna = await app.logIn();
  const ids: number[] = [];
  for (const name of names) ids.push(await remove(anna, `/d/${encodeURIComponent(name)}`));
  const { results } = (await post(anna, '/api/trash/restore', { ids })).json() as TrashOutcome;
  expect(results.map(({ status }) => status)).toEqual(names.map(() => 200));
  expect(await app.filesOnDisk()).toEqual(files);
});

test('a symlink and a pipe go into the trash themselves', async () => {
  await using app = await start(ON_DISK);
  await symlink('docs', join(app.root, 'link'));
  execFileSync('mkfifo', [join(app.root, 'pipe')]);
  const anna = await app.logIn();
  const link = await remove(anna, '/link');
  await remove(anna, '/pipe');
  expect((await listOf(anna)).map(({ isSymlink, isDir }) => [isSymlink, isDir])).toEqual([
    [false, false],
    [true, false],
  ]);
  expect((await anna.get(`/api/trash/${link}/resources/`)).status).toBe(404);
  expect((await anna.post(`/api/trash/${link}/restore`)).status).toBe(200);
  expect((await anna.get('/api/resources/link/a.txt')).status).toBe(200);
});

test('lists pages, newest first, and finds by name', async () => {
  await using app = await start();
  const anna = await app.logIn();
  for (const name of ['one', 'two', 'three']) {
    await app.changeAsProgram(`/${name}`, name);
    await remove(anna, `/${name}`);
  }
  const first = await anna.get('/api/trash?limit=2');
  expect(first.json<TrashedItem[]>().map(({ name }) => name)).toEqual(['three', 'two']);
  expect(first.headers['x-total-count']).toBe('3');
  const [, next = ''] = /<([^>]+)>/.exec(String(first.headers['link'])) ?? [];
  expect((await listOf(anna, next)).map(({ name }) => name)).toEqual(['one']);
  expect((await listOf(anna, '?search=TW')).map(({ name }) => name)).toEqual(['two']);
  expect((await listOf(anna, '?sort=deletedAt')).map(({ name }) => name)).toEqual([
    'one',
    'two',
    'three',
  ]);
  expect((await anna.get('/api/trash?after=x')).status).toBe(400);
});

test('measures folders, and sums up what the caller sees', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await remove(anna, '/docs');
  await expect.poll(async () => (await listOf(anna))[0]).toMatchObject({ size: 5, entries: 4 });
  const usage = await anna.get('/api/trash/usage');
  expect(usage.json()).toMatchObject({ isOn: true, items: 1, bytes: 5, limitPercent: 10 });
});

test('deletes for good what is older than the retention, with its shares, and nothing else', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await anna.post('/api/share/docs', { body: '{}' });
  const old = await remove(anna, '/docs');
  await remove(anna, '/z.txt');
  const longAgo = Date.now() - TRASH.retentionMs - 1_000;
  await app.db.write((tx) =>
    tx.updateTable('trash').set({ deletedAt: longAgo }).where('id', '=', old).execute(),
  );
  await using again = await app.restart();
  await expect.poll(() => again.namesInTrash()).toEqual(['z.txt']);
  await expect
    .poll(() => again.db.read.selectFrom('trash').select('source').execute())
    .toEqual([{ source: '/z.txt' }]);
  // Shares are settled in a transaction of their own.
  await expect.poll(() => again.db.read.selectFrom('share').select('hash').execute()).toEqual([]);
  expect((await again.filesOnDisk())['/bob/own.txt']).toBe('b');
});

test('the audit log says what was restored and deleted from the trash', async () => {
  await using app = await start();
  const ada = await app.logIn({ username: 'ada', ...ADMIN });
  const docs = await remove(ada, '/docs');
  const file = await remove(ada, '/z.txt');
  await ada.post(`/api/trash/${docs}/restore`);
  await post(ada, '/api/trash/delete', { ids: [file] });
  const { entries } = (await ada.get('/api/audit')).json() as {
    entries: { act: string; about: string; destination?: string }[];
  };
  const seen = entries.map(({ act, about, destination }) => [act, about, destination]);
  expect(seen).toContainEqual(['restore', '/docs', '/docs']);
  expect(seen).toContainEqual(['trash-delete', '/z.txt', undefined]);
  expect(seen).toContainEqual(['delete', '/docs', undefined]);
});

test('an item that is deleted only into the trash stays while the trash is off', async () => {
  await using app = await start({ config: { trash: { ...TRASH, isOn: false } } });
  const anna = await app.logIn();
  const reply = await anna.delete('/api/resources/z.txt?permanent=false');
  expect([reply.status, reply.headers['x-refusal']]).toEqual([400, 'not-into-trash']);
  expect(await app.filesOnDisk()).toEqual(FILES);
});
