import { chmod, lstat, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { openRequest, until } from '../../testing/open-request.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const { perm } = aStoredUser();
const LARGE = Buffer.alloc(600_000, 'x');

async function etagOf(who: Client, path: string): Promise<string> {
  return String((await who.get(`/api/resources${path}`)).headers.etag);
}

function save(who: Client, path: string, body: string | Buffer, ifMatch?: string): Promise<Reply> {
  const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch };
  return who.put(`/api/resources${path}`, { body, headers });
}

/** Begins to send a large body, part of which has been written to disk. */
async function beginSaving(app: TestApp, who: Client, path: string, headers = {}) {
  const request = openRequest('PUT', `${app.url}/api/resources${path}`, {
    'x-auth': who.token ?? '',
    'content-length': LARGE.length,
    ...headers,
  });
  await request.send(LARGE.subarray(0, 400_000));
  await until(async () => (await partsOf(app)).length > 0);
  return request;
}

async function partsOf(app: TestApp): Promise<string[]> {
  return Object.keys(await app.filesOnDisk()).filter((path) => path.endsWith('.part'));
}

test('a saved file has the new contents, and the response contains its ETag', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'old', '/large.txt': 'old' } });
  const anna = await app.logIn();

  for (const [path, body] of [
    ['/a.txt', 'new'],
    ['/large.txt', LARGE],
  ] as const) {
    const reply = await save(anna, path, body);
    expect([reply.status, reply.text]).toEqual([200, '200 OK\n']);
    expect(reply.headers.etag).toMatch(/^"[0-9a-f]+"$/);
    expect(await etagOf(anna, path)).toBe(reply.headers.etag);
    expect((await anna.get(`/api/raw${path}`)).headers.etag).toBe(reply.headers.etag);
  }
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'new', '/large.txt': LARGE.toString() });
});

test('an empty body empties the file', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'old' } });
  const anna = await app.logIn();

  expect((await save(anna, '/a.txt', '')).status).toBe(200);
  expect((await anna.put('/api/resources/a.txt')).status).toBe(200);

  expect(await app.filesOnDisk()).toEqual({ '/a.txt': '' });
});

test('a saved file keeps its mode and its owner', async () => {
  await using app = await startTestApp({ files: { '/run.sh': 'old' } });
  const file = join(app.root, 'run.sh');
  await chmod(file, 0o755);
  const before = await stat(file);
  const anna = await app.logIn();

  await save(anna, '/run.sh', 'new');

  const { mode, uid, gid } = await stat(file);
  expect({ mode, uid, gid }).toEqual({ mode: before.mode, uid: before.uid, gid: before.gid });
});

test('saving needs the modify permission and nothing else', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'old' } });
  const others = { create: false, rename: false, delete: false, share: false, download: false };
  const editor = await app.logIn({ username: 'editor', perm: { ...perm, ...others } });
  const reader = await app.logIn({ username: 'reader', perm: { ...perm, modify: false } });

  expect((await save(reader, '/a.txt', 'x')).status).toBe(403);
  expect((await save(reader, '/a.txt', 'x', '"stale"')).status).toBe(403);
  expect((await save(reader, '/none', 'x')).status).toBe(403);
  expect((await save(reader, '/a.txt/', 'x')).status).toBe(403);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'old' });
  expect((await save(editor, '/a.txt', 'new')).status).toBe(200);
  expect((await save(app.visitor, '/a.txt', 'x')).status).toBe(401);
});

test('only files can be saved', async () => {
  await using app = await startTestApp({ files: { '/docs/a.txt': 'old' } });
  execFileSync('mkfifo', [join(app.root, 'pipe')]);
  await symlink('nowhere', join(app.root, 'broken'));
  await symlink('../outside', join(app.root, 'out'));
  const anna = await app.logIn();

  for (const folder of ['/docs', '/docs/', '/', '/docs/a.txt/', '/none/']) {
    const reply = await save(anna, folder, 'x');
    expect([folder, reply.status]).toEqual([folder, 405]);
    expect(reply.headers.allow).toContain('GET');
    expect(reply.headers.allow).not.toContain('PUT');
  }
  for (const [path, status] of [
    ['/none', 404],
    ['/docs/a.txt/below', 404],
    ['/broken', 404],
    ['/out', 403],
    ['/pipe', 400],
    [`/${'x'.repeat(256)}`, 400],
    ['/docs/%2e%2e/a.txt', 400],
  ] as const) {
    expect([path, (await save(anna, path, 'x')).status]).toEqual([path, status]);
  }
  expect(await readFile(join(app.root, 'docs/a.txt'), 'utf8')).toBe('old');
  await expect(lstat(join(app.root, 'none'))).rejects.toThrow('ENOENT');
});

test('rules, hidden names and the scope are checked before a file is saved', async () => {
  await using app = await startTestApp({
    files: { '/anna/secret.txt': 'old', '/anna/.env': 'old', '/above.txt': 'old' },
  });
  await symlink('secret.txt', join(app.root, 'anna', 'link.txt'));
  const anna = await app.logIn({
    scope: '/anna',
    hideDotfiles: true,
    rules: [{ regex: false, allow: false, path: '/secret.txt', regexp: null }],
  });

  expect((await save(anna, '/secret.txt', 'x')).status).toBe(403);
  expect((await save(anna, '/link.txt', 'x')).status).toBe(403);
  expect((await save(anna, '/.env', 'x')).status).toBe(403);
  expect((await save(anna, '/above.txt', 'x')).status).toBe(404);
  expect(Object.values(await app.filesOnDisk()).filter((text) => text === 'x')).toEqual([]);
});

test('the target of a symlink is saved, and the symlink stays', async () => {
  await using app = await startTestApp({ files: { '/docs/real.txt': 'old' } });
  await symlink('docs/real.txt', join(app.root, 'link.txt'));
  const anna = await app.logIn();
  const seen = await etagOf(anna, '/link.txt');
  expect((await anna.get('/api/raw/link.txt')).headers.etag).toBe(seen);
  expect(await etagOf(anna, '/docs/real.txt')).toBe(seen);

  const reply = await save(anna, '/link.txt', 'new', seen);

  expect(reply.status).toBe(200);
  expect((await lstat(join(app.root, 'link.txt'))).isSymbolicLink()).toBe(true);
  expect(await readFile(join(app.root, 'docs/real.txt'), 'utf8')).toBe('new');
  expect(await etagOf(anna, '/link.txt')).toBe(reply.headers.etag);
  expect((await save(anna, '/link.txt', 'too late', seen)).status).toBe(412);
});

test('the second of two saves of the same version is refused', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'one' } });
  const anna = await app.logIn({ username: 'anna' });
  const bob = await app.logIn({ username: 'bob' });
  const seen = await etagOf(anna, '/a.txt');

  const first = await save(anna, '/a.txt', 'two', seen);
  const second = await save(bob, '/a.txt', 'six', seen);

  expect([first.status, second.status, second.text]).toEqual([
    200,
    412,
    '412 Precondition Failed\n',
  ]);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'two' });
  expect((await save(bob, '/a.txt', 'six', await etagOf(bob, '/a.txt'))).status).toBe(200);
});

test('exactly one of many concurrent saves of the same version succeeds', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '--' } });
  const anna = await app.logIn();
  for (let round = 0; round < 10; round += 1) {
    const seen = await etagOf(anna, '/a.txt');
    const bodies = Array.from({ length: 8 }, (_, index) => `${round}${index}`);

    const replies = await Promise.all(bodies.map((body) => save(anna, '/a.txt', body, seen)));

    const winners = bodies.filter((_, index) => replies[index]?.status === 200);
    expect(winners).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(7);
    expect(await app.filesOnDisk()).toEqual({ '/a.txt': winners[0] });
  }
});

test('a version is accepted in a list, as a weak ETag, and for an asterisk', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'one' } });
  const anna = await app.logIn();

  for (const form of [
    (etag: string) => etag,
    (etag: string) => `"other", ${etag}`,
    (etag: string) => `W/${etag}`,
    () => '*',
  ]) {
    const ifMatch = form(await etagOf(anna, '/a.txt'));
    expect([ifMatch, (await save(anna, '/a.txt', 'next', ifMatch)).status]).toEqual([ifMatch, 200]);
  }
  expect((await save(anna, '/a.txt', 'x', '"other", "another"')).status).toBe(412);
  expect((await save(anna, '/a.txt', 'x', '')).status).toBe(412);
  expect((await save(anna, '/none', 'x', '*')).status).toBe(404);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'next' });
});

test('a stale save with a large body is refused without closing the connection', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'old' } });
  const anna = await app.logIn();

  const reply = await save(anna, '/a.txt', Buffer.alloc(8 * 1024 * 1024), '"stale"');

  expect(reply.status).toBe(412);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'old' });
});

test('a file that changes while a save is being received is not overwritten', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'one' } });
  const anna = await app.logIn();
  const slow = await beginSaving(app, anna, '/a.txt', { 'if-match': await etagOf(anna, '/a.txt') });

  // Other requests do not wait for the slow one.
  expect((await save(anna, '/a.txt', 'two')).status).toBe(200);
  await slow.send(LARGE.subarray(400_000));
  slow.end();

  expect(await slow.status).toBe(412);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'two' });
});

test('a change by another program counts like one by another user', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'one' } });
  const anna = await app.logIn();
  const seen = await etagOf(anna, '/a.txt');
  await writeFile(join(app.root, 'a.txt'), 'two');

  expect((await save(anna, '/a.txt', 'six', seen)).status).toBe(412);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'two' });
});

test('a file that is deleted while a save is being received is not created again', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'one' } });
  const anna = await app.logIn();
  const slow = await beginSaving(app, anna, '/a.txt');

  await rm(join(app.root, 'a.txt'));
  await slow.send(LARGE.subarray(400_000));
  slow.end();

  expect(await slow.status).toBe(404);
  expect(await app.filesOnDisk()).toEqual({});
});

test('a client that disconnects during a save changes nothing and leaves nothing behind', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'old' } });
  const anna = await app.logIn();
  const slow = await beginSaving(app, anna, '/a.txt');

  slow.breakOff();

  await until(async () => (await partsOf(app)).length === 0);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'old' });
  await until(async () => {
    const notes = await app.db.read.selectFrom('operation').selectAll().execute();
    return notes.length === 0;
  });
});

test('a file is not saved if no temporary file can be created', async (context) => {
  await using app = await startTestApp({ files: { '/docs/a.txt': 'old' } });
  if (!couldLock(join(app.root, 'docs'))) return context.skip('chattr is not to be had here');
  const anna = await app.logIn();
  try {
    expect((await save(anna, '/docs/a.txt', 'new')).status).toBe(403);
    expect((await save(anna, '/docs/a.txt', LARGE)).status).toBe(403);
  } finally {
    execFileSync('chattr', ['-i', join(app.root, 'docs')]);
  }
  expect(await app.filesOnDisk()).toEqual({ '/docs/a.txt': 'old' });
});

/** Makes a folder immutable. Even root cannot create files in it; existing ones can be written. */
function couldLock(folder: string): boolean {
  try {
    execFileSync('chattr', ['+i', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('creating fails for an existing file if the client requires that, also with override', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'old' } });
  const anna = await app.logIn();
  const create = (path: string, headers: Record<string, string>) =>
    anna.post(`/api/resources${path}?override=true`, { body: 'new', headers });

  expect((await create('/a.txt', { 'if-none-match': '*' })).status).toBe(412);
  expect((await create('/a.txt', { 'if-match': '"stale"' })).status).toBe(412);
  expect((await create('/b.txt', { 'if-match': '*' })).status).toBe(412);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'old' });
  expect((await create('/b.txt', { 'if-none-match': '*' })).status).toBe(200);
  expect((await create('/a.txt', { 'if-match': await etagOf(anna, '/a.txt') })).status).toBe(200);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'new', '/b.txt': 'new' });
});
