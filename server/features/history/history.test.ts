import { expect, test } from 'vitest';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { AuditPage } from '#contract/audit.ts';
import type { HistoryEntry, UndoOutcome } from '#contract/history.ts';
import { updateUser } from '../../metadata/users.ts';
import { startTestApp, TRASH, type TestApp, VERSIONS } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const FILES = { '/docs/a.txt': 'aa', '/docs/sub/b.txt': 'bbb', '/z.txt': 'z' };

function start(): Promise<TestApp> {
  return startTestApp({ files: FILES, config: { trash: TRASH } });
}

async function undo(client: Client, body?: object): Promise<UndoOutcome['results']> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await client.post('/api/history/undo', sent);
  expect(reply.status).toBe(200);
  return reply.json<UndoOutcome>().results;
}

async function listOf(client: Client): Promise<HistoryEntry[]> {
  return (await client.get('/api/history')).json<HistoryEntry[]>();
}

async function filesOf(app: TestApp): Promise<Record<string, string>> {
  const files = Object.entries(await app.filesOnDisk());
  return Object.fromEntries(files.filter(([path]) => !path.includes(TRASH_NAME)));
}

test('undoes what a user has done, the last action first', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await anna.post('/api/resources/new.txt', { body: 'new' });
  await anna.post('/api/resources/folder/');
  await anna.patch('/api/resources/docs?action=copy&destination=/copy');
  await anna.patch('/api/resources/z.txt?action=copy&destination=/z2.txt');
  await anna.patch('/api/resources/z.txt?action=rename&destination=/docs/moved.txt');
  await anna.delete('/api/resources/docs');
  expect((await listOf(anna)).map(({ kind, path, to }) => [kind, path, to])).toEqual([
    ['delete', '/docs', undefined],
    ['move', '/z.txt', '/docs/moved.txt'],
    ['copy', '/z.txt', '/z2.txt'],
    ['copy', '/docs', '/copy'],
    ['folder', '/folder', undefined],
    ['create', '/new.txt', undefined],
  ]);
  for (let action = 0; action < 6; action += 1) {
    const results = await undo(anna);
    expect(results.map(({ state }) => state)).toEqual(['undone']);
  }
  expect(await filesOf(app)).toEqual(FILES);
  expect((await anna.post('/api/history/undo')).status).toBe(404);
  expect(new Set((await listOf(anna)).map(({ state }) => state))).toEqual(new Set(['undone']));
});

test('the audit log names what an undo has done, and where', async () => {
  await using app = await startTestApp({
    files: FILES,
    config: { trash: TRASH, versions: VERSIONS },
  });
  const anna = await app.logIn();
  const ada = await app.logIn({ username: 'ada', perm: { ...aStoredUser().perm, admin: true } });
  await anna.post('/api/resources/x.txt', { body: 'x' });
  await anna.patch('/api/resources/z.txt?action=copy&destination=/z2.txt');
  await anna.patch('/api/resources/z.txt?action=copy&destination=/docs/a.txt&override=true');
  await anna.patch('/api/resources/x.txt?action=rename&destination=/docs/sub/b.txt&override=true');
  await anna.patch('/api/resources/docs?action=rename&destination=/papers');
  await anna.delete('/api/resources/z.txt');
  await expect.poll(async () => (await entriesOf(ada)).length).toBe(6);
  for (let action = 0; action < 5; action += 1)
    expect(await undo(anna)).toMatchObject([{ state: 'undone' }]);
  const undone = async () => (await entriesOf(ada)).slice(0, -6);
  await expect.poll(undone).toEqual([
    ['delete', '/z2.txt', undefined],
    ['restore', '/docs/a.txt', '/docs/a.txt'],
    ['restore', '/docs/sub/b.txt', '/docs/sub/b.txt'],
    ['move', '/docs/sub/b.txt', '/x.txt'],
    ['move', '/papers', '/docs'],
    ['restore', '/z.txt', '/z.txt'],
  ]);
});

/** Returns the audit entries of anna, the newest first. */
async function entriesOf(admin: Client) {
  const { entries } = (await admin.get('/api/audit?user=anna')).json<AuditPage>();
  return entries
    .filter(({ act }) => act !== 'sign-in')
    .map(({ act, about, destination }) => [act, about, destination]);
}

test('an operation that was refused can be left out, so that the one before it is undone', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await anna.patch('/api/resources/docs/a.txt?action=rename&destination=/docs/c.txt');
  await anna.delete('/api/resources/z.txt');
  await app.changeAsProgram('/z.txt', 'of another program');
  const [refused] = await undo(anna);
  expect(refused).toMatchObject({ state: 'refused', reason: 'taken' });
  expect(await undo(anna)).toEqual([refused]);
  const results = await undo(anna, { besides: [refused?.id] });
  expect(results).toMatchObject([{ kind: 'move', state: 'undone' }]);
  expect(await filesOf(app)).toEqual({ ...FILES, '/z.txt': 'of another program' });
});

test('undoes the requests of one action together', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const headers = { 'x-operation-group': 'five-items' };
  await anna.delete('/api/resources/z.txt', { headers });
  await anna.delete('/api/resources/docs/a.txt', { headers });
  await anna.post('/api/resources/other.txt', { body: 'x' });
  const results = await undo(anna, { group: 'five-items' });
  expect(results.map(({ path, state }) => [path, state])).toEqual([
    ['/docs/a.txt', 'undone'],
    ['/z.txt', 'undone'],
  ]);
  expect(await filesOf(app)).toEqual({ ...FILES, '/other.txt': 'x' });
  const malformed = { 'x-operation-group': 'not a key' };
  const refused = await anna.delete('/api/resources/z.txt', { headers: malformed });
  expect(refused.status).toBe(400);
});

test('refuses item by item where the world has moved on, and says why', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const headers = { 'x-operation-group': 'g' };
  await anna.patch('/api/resources/docs?action=copy&destination=/copy', { headers });
  await anna.post('/api/resources/new.txt', { body: 'new', headers });
  await anna.delete('/api/resources/z.txt', { headers });
  await anna.patch('/api/resources/docs/a.txt?action=rename&destination=/a.txt', { headers });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await app.changeAsProgram('/copy/sub/b.txt', 'changed');
  await app.changeAsProgram('/new.txt', 'changed');
  await app.changeAsProgram('/z.txt', 'another');
  await app.changeAsProgram('/a.txt', undefined);
  const results = await undo(anna, { group: 'g' });
  expect(results.map(({ path, reason }) => [path, reason])).toEqual([
    ['/docs/a.txt', 'gone'],
    ['/z.txt', 'taken'],
    ['/new.txt', 'changed'],
    ['/docs', 'changed'],
  ]);
  expect(await filesOf(app)).toMatchObject({
    '/copy/sub/b.txt': 'changed',
    '/new.txt': 'changed',
    '/z.txt': 'another',
  });
});

test('a copy that has changed since stays: a file, and a folder from which something was removed', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const headers = { 'x-operation-group': 'g' };
  await anna.patch('/api/resources/z.txt?action=copy&destination=/z2.txt', { headers });
  await anna.patch('/api/resources/docs?action=copy&destination=/copy', { headers });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await app.changeAsProgram('/z2.txt', 'changed');
  await app.changeAsProgram('/copy/a.txt', undefined);
  const results = await undo(anna, { group: 'g' });
  expect(results.map(({ path, reason }) => [path, reason])).toEqual([
    ['/docs', 'changed'],
    ['/z.txt', 'changed'],
  ]);
  expect(await filesOf(app)).toMatchObject({ '/z2.txt': 'changed' });
});

test('an uploaded file and what was restored are undone by the key of their action', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const upload = { 'x-operation-group': 'up', 'tus-resumable': '1.0.0' };
  for (const name of ['one.txt', 'two.txt']) {
    await anna.post(`/api/tus/${name}`, { headers: { ...upload, 'upload-length': '3' } });
    const type = 'application/offset+octet-stream';
    const headers = { ...upload, 'upload-offset': '0', 'content-type': type };
    await anna.patch(`/api/tus/${name}`, { body: 'abc', headers });
  }
  expect(await undo(anna, { group: 'up' })).toMatchObject([
    { kind: 'create', path: '/two.txt', state: 'undone' },
    { kind: 'create', path: '/one.txt', state: 'undone' },
  ]);
  const deleted = await anna.delete('/api/resources/z.txt');
  const ids = [Number(deleted.headers['x-trashed'])];
  const headers = { 'x-operation-group': 'back' };
  await anna.post('/api/trash/restore', { body: JSON.stringify({ ids }), headers });
  expect(Object.keys(await filesOf(app))).toContain('/z.txt');
  expect(await undo(anna, { group: 'back' })).toMatchObject([{ kind: 'restore', state: 'undone' }]);
  expect(Object.keys(await filesOf(app))).not.toContain('/z.txt');
});

test('says beforehand what cannot be undone', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await anna.put('/api/resources/z.txt', { body: 'saved' });
  await anna.post('/api/resources/docs/a.txt?override=true', { body: 'replaced' });
  await anna.post('/api/resources/into/');
  await anna.patch('/api/resources/docs?action=copy&destination=/into&override=true');
  const listed = await listOf(anna);
  expect(listed.map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
    ['copy', 'impossible', 'merged'],
    ['folder', 'done', undefined],
    ['replace', 'impossible', 'no-version'],
    ['replace', 'impossible', 'no-version'],
  ]);
  const replace = listed.find(({ kind }) => kind === 'replace');
  const refused = await anna.post(`/api/history/${replace?.id}/undo`);
  expect(refused.json<UndoOutcome>().results).toMatchObject([{ state: 'refused' }]);
});

test('users see and undo only their own operations, with the permissions that they have now', async () => {
  await using app = await start();
  const anna = await app.logIn();
  const bob = await app.logIn({ username: 'bob', perm: { ...aStoredUser().perm, delete: false } });
  await anna.delete('/api/resources/z.txt');
  await bob.post('/api/resources/bob.txt', { body: 'b' });
  const [ofAnna] = await listOf(anna);
  expect((await listOf(bob)).map(({ path }) => path)).toEqual(['/bob.txt']);
  expect((await bob.post(`/api/history/${ofAnna?.id}/undo`)).status).toBe(404);
  expect(await undo(bob)).toMatchObject([{ state: 'refused', reason: 'forbidden' }]);
  expect(await filesOf(app)).toMatchObject({ '/bob.txt': 'b' });
});

test('an undo survives a restart, and what is deleted for good cannot be undone', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await anna.delete('/api/resources/z.txt');
  await anna.delete('/api/resources/docs');
  await anna.delete('/api/trash');
  await anna.post('/api/resources/kept.txt', { body: 'k' });
  await using again = await app.restart();
  const same = again.client(anna.token);
  expect(await undo(same)).toMatchObject([{ path: '/kept.txt', state: 'undone' }]);
  expect(await undo(same)).toMatchObject([{ path: '/docs', state: 'refused', reason: 'gone' }]);
  expect(await undo(same)).toMatchObject([{ path: '/z.txt', reason: 'gone' }]);
  expect(await filesOf(again)).toEqual({});
});

test('what a user has done out of their present scope is not listed, and is not the last action', async () => {
  await using app = await start();
  const anna = await app.logIn();
  await anna.post('/api/resources/docs/new.txt', { body: 'n' });
  await anna.patch('/api/resources/docs/a.txt?action=copy&destination=/copy.txt');
  await anna.patch('/api/resources/z.txt?action=rename&destination=/y.txt');
  await anna.delete('/api/resources/y.txt');
  await listOf(anna);
  const users = await app.db.read.selectFrom('user').select(['id', 'username']).execute();
  const { id = 0 } = users.find(({ username }) => username === 'anna') ?? {};
  await app.db.write((tx) =>
    updateUser(tx, id, { changes: { scope: '/docs' }, nowMs: Date.now() }),
  );

  const listed = await anna.get('/api/history?limit=5');
  expect(listed.json<HistoryEntry[]>().map(({ kind, path, to }) => [kind, path, to])).toEqual([
    ['copy', '/a.txt', ''],
    ['create', '/new.txt', undefined],
  ]);
  expect(listed.headers['x-total-count']).toBe('2');
  expect(await undo(anna)).toMatchObject([{ kind: 'copy', reason: 'forbidden' }]);
});
