import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import {
  type AuditedOperation,
  type AuditEntry,
  type AuditPage,
  auditUrl,
} from '#contract/audit.ts';
import type { ListedSession } from '#contract/sessions.ts';
import { OPERATION_HEADER } from '#contract/operations.ts';
import { listAudit } from '../../metadata/audit.ts';
import { PASSWORD, startTestApp, WATCHING } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { openRequest } from '../../testing/open-request.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const ADMIN = { username: 'root', perm: { ...aStoredUser().perm, admin: true } };
const ANNA = { username: 'anna', scope: '/home/anna' };
const FILES = { '/home/anna/a.txt': 'one', '/home/anna/docs/': '' };

async function pageOf(client: Client, query = {}): Promise<AuditPage> {
  const reply = await client.get(auditUrl(query));
  expect(reply.status).toBe(200);
  return reply.json<AuditPage>();
}

/** The oldest first, in short. */
async function entriesOf(client: Client, user: string): Promise<unknown[]> {
  const { entries } = await pageOf(client, { user });
  return entries.toReversed().map(shortened);
}

function shortened({ act, status, about, destination, fields }: AuditEntry): unknown[] {
  return [act, status, about, destination, fields].filter((part) => part !== undefined);
}

test('records operations on files, with paths from the root and their result', async () => {
  await using app = await startTestApp({ files: FILES });
  const admin = await app.logIn(ADMIN);
  const anna = await app.logIn(ANNA);
  const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

  await anna.post('/api/resources/new/');
  expect((await anna.post('/api/resources/new/')).status).toBe(200);
  await anna.post('/api/resources/b.txt', { body: 'two' });
  await anna.post('/api/resources/b.txt', { body: 'taken: told to nobody' });
  await anna.put('/api/resources/b.txt', { body: 'three' });
  await anna.patch('/api/resources/b.txt?action=copy&destination=/b.txt&rename=true');
  // A rename to its own name changes nothing.
  await anna.patch('/api/resources/b.txt?action=rename&destination=/b.txt');
  const renamed = '/api/resources/b.txt?action=rename&destination=/docs/c.txt';
  const keyed = (key: string) => ({ headers: { [OPERATION_HEADER]: key } });
  // A repeated request, because the response was lost: the operation is done and recorded once.
  for (const _ of ['asked', 'asked again']) {
    expect((await anna.patch(renamed, keyed('rename'))).status).toBe(200);
  }
  await anna.post('/api/tus/big', { headers: { ...tus, 'upload-length': '4' } });
  await anna.patch('/api/tus/big', { headers: { ...tus, 'upload-offset': '0' }, body: 'ab' });
  await anna.patch('/api/tus/big', { headers: { ...tus, 'upload-offset': '2' }, body: 'cd' });
  for (const _ of ['asked', 'asked again']) {
    expect((await anna.delete('/api/resources/docs', keyed('delete'))).status).toBe(204);
  }
  await anna.get('/api/raw/a.txt');

  expect(await entriesOf(admin, 'anna')).toEqual([
    ['sign-in', 200, ''],
    ['folder-make', 200, '/home/anna/new'],
    ['upload', 200, '/home/anna/b.txt'],
    ['save', 200, '/home/anna/b.txt'],
    ['copy', 200, '/home/anna/b.txt', '/home/anna/b(1).txt'],
    ['move', 200, '/home/anna/b.txt', '/home/anna/docs/c.txt'],
    ['upload', 204, '/home/anna/big'],
    ['delete', 204, '/home/anna/docs'],
  ]);
  const { entries } = await pageOf(admin, { user: 'anna', what: 'delete' });
  expect(entries).toEqual([
    expect.objectContaining({ address: '127.0.0.1', at: expect.any(Number) }),
  ]);
});

test('records log-ins, users, settings and shares: names of changed fields, and no secrets', async () => {
  await using app = await startTestApp({ files: FILES });
  const admin = await app.logIn(ADMIN);
  const anna = await app.logIn(ANNA);
  const wrong = JSON.stringify({ username: 'anna', password: 'a-wrong-secret' });
  expect((await app.visitor.post('/api/login', { body: wrong })).status).toBe(403);

  const shared = await anna.post('/api/share/a.txt', { body: '{"password":"link-secret"}' });
  const { hash } = shared.json<{ hash: string }>();
  expect((await anna.delete(`/api/share/${hash}`)).status).toBe(200);
  expect((await anna.get('/api/users')).status).toBe(403);
  const settings = await admin.put('/api/settings', {
    body: JSON.stringify({ signup: true, branding: { name: 'Told to nobody' } }),
  });
  expect(settings.status).toBe(200);
  const users = (await admin.get('/api/users')).json<{ id: number; username: string }[]>();
  const { id } = users.find(({ username }) => username === 'anna') ?? { id: 0 };
  const data = { id, locale: 'de', password: 'another long secret' };
  const change = JSON.stringify({ what: 'user', which: ['locale', 'password'], data });
  expect((await admin.put(`/api/users/${id}`, { body: change })).status).toBe(200);
  expect((await anna.get('/api/resources/')).status).toBe(401);
  expect((await admin.delete(`/api/users/${id}`)).status).toBe(200);
  expect((await admin.post('/api/logout')).status).toBe(204);

  const again = await app.visitor.post('/api/login', {
    body: JSON.stringify({ username: 'root', password: PASSWORD }),
  });
  const root = app.client(again.text);
  expect(await entriesOf(root, 'anna')).toEqual([
    ['sign-in', 200, ''],
    ['sign-in', 403, ''],
    ['share-make', 200, '/home/anna/a.txt'],
    ['share-remove', 200, '/home/anna/a.txt'],
  ]);
  expect(await entriesOf(root, 'root')).toEqual([
    ['sign-in', 200, ''],
    ['settings-change', 200, '', ['signup', 'branding.name']],
    ['user-change', 200, 'anna', expect.arrayContaining(['locale', 'password'])],
    ['user-remove', 200, 'anna'],
    ['sign-out', 204, ''],
    ['sign-in', 200, ''],
  ]);
  const all = JSON.stringify(await pageOf(root));
  for (const secret of ['secret', hash, 'Told to nobody', PASSWORD])
    expect(all).not.toContain(secret);
});

test('refusals are recorded, and their repetitions are counted in one entry', async () => {
  await using app = await startTestApp({ files: FILES });
  const admin = await app.logIn(ADMIN);
  const perm = { ...aStoredUser().perm, delete: false };
  const anna = await app.logIn({ ...ANNA, perm });
  for (let time = 0; time < 60; time += 1) await anna.delete('/api/resources/a.txt');
  await app.visitor.delete('/api/resources/a.txt');

  const { entries } = await pageOf(admin, { what: 'delete' });
  expect(entries).toEqual([
    expect.objectContaining({ username: 'anna', about: '/home/anna/a.txt', status: 403, more: 59 }),
  ]);
  expect(await app.filesOnDisk()).toMatchObject({ '/home/anna/a.txt': 'one' });
});

test('records an operation as done if a hook after it fails, and as failed if a hook prevents it', async () => {
  const commands = { after_copy: ['false'], after_upload: ['false'], before_delete: ['false'] };
  const features = { thumbnails: true, resizePreview: true, exec: true, shell: false };
  await using app = await startTestApp({
    files: FILES,
    settings: { commands },
    config: { features },
  });
  const admin = await app.logIn(ADMIN);
  const anna = await app.logIn(ANNA);
  const asked = [
    await anna.post('/api/resources/b.txt', { body: 'two' }),
    await anna.patch('/api/resources/b.txt?action=copy&destination=/c.txt'),
    await anna.delete('/api/resources/c.txt'),
  ];
  await anna.put('/api/resources/c.txt', { body: 'three' });

  expect(asked.map(({ status }) => status)).toEqual([500, 500, 500]);
  const files = { '/home/anna/b.txt': 'two', '/home/anna/c.txt': 'three' };
  expect(await app.filesOnDisk()).toMatchObject(files);
  const { entries } = await pageOf(admin, { user: 'anna', failed: 'true' });
  expect(entries.map(({ act, status, failedCommand }) => [act, status, failedCommand])).toEqual([
    ['delete', 500, 'before_delete'],
    ['copy', 200, 'after_copy'],
    ['upload', 200, 'after_upload'],
  ]);
});

test('is readable page by page, by administrators only, and refuses invalid parameters', async () => {
  await using app = await startTestApp({ files: FILES });
  const admin = await app.logIn(ADMIN);
  const anna = await app.logIn(ANNA);
  for (const name of ['1', '2', '3']) await anna.post(`/api/resources/${name}/`);
  const first = await pageOf(admin, { limit: '2', what: 'folder-make' });
  const before = String(first.entries.at(-1)?.id);
  const second = await pageOf(admin, { limit: '2', what: 'folder-make', before });
  expect([first, second].map(({ entries, hasMore }) => [entries.length, hasMore])).toEqual([
    [2, true],
    [1, false],
  ]);

  expect(first).toMatchObject({ keptMs: 90 * 86_400_000, keepsDownloads: false });
  const [latest] = first.entries;
  const earlier = await pageOf(admin, { until: String(latest?.at), what: 'folder-make' });
  expect(earlier.entries).not.toContainEqual(latest);
  const later = await pageOf(admin, { until: String((latest?.at ?? 0) + 1), what: 'folder-make' });
  expect(later.entries[0]).toEqual(latest);
  const fromThen = await pageOf(admin, { since: String(latest?.at), what: 'folder-make' });
  expect(fromThen.entries).toContainEqual(latest);
  const afterThen = await pageOf(admin, { since: String((latest?.at ?? 0) + 1) });
  expect(afterThen.entries).not.toContainEqual(latest);
  const sinceEver = await pageOf(admin, { since: '0', limit: '2', what: 'folder-make' });
  expect(sinceEver.entries).toEqual(first.entries);
  expect((await pageOf(admin, { until: '0' })).entries).toEqual([]);

  expect((await anna.get(auditUrl())).status).toBe(403);
  expect((await app.visitor.get(auditUrl())).status).toBe(401);
  for (const query of [
    { before: '-1' },
    { limit: '0' },
    { what: 'x' as AuditedOperation },
    { since: 'x' },
    { until: 'x' },
  ]) {
    expect((await admin.get(auditUrl(query))).status).toBe(400);
  }
});

test('tells what happened to one item and below it, also under a name with letters of patterns', async () => {
  await using app = await startTestApp({ files: FILES });
  const admin = await app.logIn({ ...ADMIN, scope: '/home' });
  const anna = await app.logIn(ANNA);
  for (const path of ['a%_/', 'a%_/in.txt', 'aXY/', 'a%_b.txt']) {
    await anna.post(`/api/resources/${path.split('/').map(encodeURIComponent).join('/')}`);
  }
  await anna.patch('/api/resources/a%25_b.txt?action=rename&destination=/a%2525_/moved.txt');

  const { entries } = await pageOf(admin, { path: '/anna/a%_' });
  expect(entries.map(shortened)).toEqual([
    ['move', 200, '/home/anna/a%_b.txt', '/home/anna/a%_/moved.txt'],
    ['upload', 200, '/home/anna/a%_/in.txt'],
    ['folder-make', 200, '/home/anna/a%_'],
  ]);
  expect((await pageOf(admin, { path: '/anna/a%_/in.txt' })).entries).toHaveLength(1);
  expect((await pageOf(admin, { path: '/a%_' })).entries).toEqual([]);
  const boss = await app.logIn({ ...ADMIN, username: 'boss' });
  const everywhere = (await pageOf(boss, { path: '/' })).entries;
  expect(everywhere.length).toBeGreaterThan(3);
  expect(everywhere.filter(({ act }) => act === 'sign-in')).toEqual([]);
  expect((await admin.get(auditUrl({ path: '/../x' }))).status).toBe(400);
});

test('a login whose connection breaks is not recorded as refused', async () => {
  await using app = await startTestApp();
  const received = once(app.server, 'request') as Promise<[IncomingMessage]>;
  const cut = openRequest('POST', `${app.url}/api/login`, { 'content-length': 100 });
  await cut.send('{"username":"anna"');
  const [request] = await received;
  const closed = new Promise((resolve) => request.once('close', resolve));
  cut.breakOff();
  await closed;
  const refused = await app.visitor.post('/api/login', { body: 'no JSON' });
  expect(refused.status).toBe(403);
  await using after = await app.restart();
  const kept = await listAudit(after.db.read, { limit: 9 });
  // Further refusals of the same client would be counted in `more`.
  expect(kept.map(({ act, status, more }) => [act, status, more])).toEqual([
    ['sign-in', 403, undefined],
  ]);
});

test('is stored at a stop, trimmed at a start, and contains downloads if configured', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn(ANNA);
  await anna.post('/api/resources/last/');
  const watching = { ...WATCHING, audit: { recordExpiryMs: 86_400_000, downloads: true } };
  await using after = await app.restart({ watching });
  const kept = await listAudit(after.db.read, { limit: 9 });
  expect(kept.map(({ act }) => act)).toEqual(['folder-make', 'sign-in']);

  const again = after.client(anna.token);
  await again.get('/api/raw/a.txt');
  await again.get('/api/raw/a.txt', { headers: { range: 'bytes=1-2' } });
  await again.get('/api/raw/docs?algo=zip');
  const admin = await after.logIn(ADMIN);
  const { entries } = await pageOf(admin, { what: 'download' });
  expect(entries.map(({ about }) => about)).toEqual(['/home/anna/docs', '/home/anna/a.txt']);

  const short = { ...WATCHING, audit: { recordExpiryMs: 1, downloads: false } };
  await using later = await after.restart({ watching: short });
  expect(await listAudit(later.db.read, { limit: 9 })).toEqual([]);
});

test('a session that an administrator ends is recorded with its user', async () => {
  await using app = await startTestApp({ files: FILES });
  const admin = await app.logIn(ADMIN);
  const anna = await app.logIn(ANNA);
  const [session] = (await anna.get('/api/sessions')).json<ListedSession[]>();
  expect((await admin.delete(`/api/sessions/${session?.id}`)).status).toBe(200);
  expect(await entriesOf(admin, 'root')).toContainEqual(['session-end', 200, 'anna']);
});

test('leaves out what users set for themselves, and records changes by others and of passwords', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  const anna = await app.logIn({ username: 'anna' });
  const { id } = (await admin.get('/api/users'))
    .json<{ id: number; username: string }[]>()
    .find(({ username }) => username === 'anna') ?? { id: 0 };
  const change = (client: Client, which: string, data: object) =>
    client.put(`/api/users/${id}`, {
      body: JSON.stringify({ what: 'user', which: [which], data: { id, ...data } }),
    });

  expect((await change(anna, 'viewMode', { viewMode: 'list' })).status).toBe(200);
  expect((await change(admin, 'viewMode', { viewMode: 'mosaic' })).status).toBe(200);

  const { entries } = await pageOf(admin, { user: 'anna' });
  expect(entries.filter(({ act }) => act === 'user-change')).toEqual([]);
  expect(await entriesOf(admin, 'root')).toContainEqual(['user-change', 200, 'anna', ['viewMode']]);
});
