import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folder, FileInfo, Usage } from '#contract/files.ts';
import { readRefusal } from '#contract/refusals.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

const everything = {
  admin: false,
  execute: false,
  create: true,
  rename: true,
  modify: true,
  delete: true,
  share: true,
  download: true,
};

test('a folder is listed with its folders first and names in the order people count', async () => {
  await using app = await startTestApp({
    files: { '/f10.txt': '', '/f2.txt': 'two', '/b/': '', '/A.txt': '' },
  });
  const anna = await app.logIn();

  const reply = await anna.get('/api/resources/');

  expect(reply.status).toBe(200);
  const folder = reply.json<Folder>();
  expect(folder.items.map(({ name }) => name)).toEqual(['b', 'A.txt', 'f2.txt', 'f10.txt']);
  expect(folder).toMatchObject({ path: '/', name: '', numDirs: 1, numFiles: 3, isDir: true });
  expect(folder.items[2]).toMatchObject({ path: '/f2.txt', size: 3, type: 'text', isDir: false });
});

test('a user sees and reaches nothing above their scope', async () => {
  await using app = await startTestApp({
    files: { '/anna/a.txt': 'hers', '/top.txt': 'not hers' },
  });
  const anna = await app.logIn({ scope: '/anna' });

  expect((await anna.get('/api/resources/')).json<Folder>().items.map(({ path }) => path)).toEqual([
    '/a.txt',
  ]);
  expect((await anna.get('/api/resources/top.txt')).status).toBe(404);
  expect((await anna.get('/api/resources/../top.txt')).status).toBe(400);
  expect((await anna.get('/api/resources/%2e%2e/top.txt')).status).toBe(400);
});

test('a symlink out of the scope is shown as broken and cannot be opened', async () => {
  await using app = await startTestApp({
    files: { '/anna/a.txt': 'hers', '/secret.txt': 'secret' },
  });
  await symlink('../secret.txt', join(app.root, 'anna', 'out'));
  await symlink('a.txt', join(app.root, 'anna', 'in'));
  const anna = await app.logIn({ scope: '/anna' });

  const items = (await anna.get('/api/resources/')).json<Folder>().items;
  expect(items.map(({ name, type, isSymlink }) => [name, type, isSymlink])).toEqual([
    ['a.txt', 'text', false],
    ['in', 'text', true],
    ['out', 'invalid_link', true],
  ]);
  expect((await anna.get('/api/raw/out')).status).toBe(403);
  expect((await anna.get('/api/raw/in')).text).toBe('hers');
});

test('a rule for the target of a symlink applies to the symlink as well', async () => {
  await using app = await startTestApp({ files: { '/docs/real.txt': 'x' } });
  await symlink('docs/real.txt', join(app.root, 'link.txt'));
  const rule = { regex: false, allow: false, path: '/docs/real.txt', regexp: null };
  const anna = await app.logIn({ rules: [rule] });

  expect((await anna.get('/api/raw/link.txt')).status).toBe(403);
  const { items } = (await anna.get('/api/resources/')).json<Folder>();
  expect(items.find(({ name }) => name === 'link.txt')?.type).toBe('invalid_link');
});

test('the text of a file needs the permission to download', async () => {
  await using app = await startTestApp({ files: { '/note.txt': 'hello' } });
  const reader = await app.logIn({ username: 'reader' });
  const looker = await app.logIn({
    username: 'looker',
    perm: { ...everything, download: false },
  });

  expect((await reader.get('/api/resources/note.txt')).json<FileInfo>().content).toBe('hello');
  expect((await looker.get('/api/resources/note.txt')).json<FileInfo>()).not.toHaveProperty(
    'content',
  );
  expect((await looker.get('/api/raw/note.txt')).status).toBe(403);
});

test('a new file appears whole, with its parents, and is never overwritten unasked', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'old' } });
  const anna = await app.logIn();

  expect((await anna.post('/api/resources/x/y/z.txt', { body: 'new' })).status).toBe(200);
  expect((await anna.post('/api/resources/a.txt', { body: 'other' })).status).toBe(409);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'old', '/x/y/z.txt': 'new' });

  expect((await anna.post('/api/resources/a.txt?override=true', { body: 'newer' })).status).toBe(
    200,
  );
  expect(await app.filesOnDisk()).toMatchObject({ '/a.txt': 'newer' });
});

test('a file never replaces a folder, whatever is requested', async () => {
  await using app = await startTestApp({ files: { '/docs/plan.txt': 'keep me' } });
  const anna = await app.logIn();

  expect((await anna.post('/api/resources/docs?override=true', { body: 'x' })).status).toBe(409);
  expect(await app.filesOnDisk()).toEqual({ '/docs/plan.txt': 'keep me' });
});

test('without the create permission nothing is made', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn({ perm: { ...everything, create: false } });

  expect((await anna.post('/api/resources/a.txt', { body: 'x' })).status).toBe(403);
  expect((await anna.post('/api/resources/folder/')).status).toBe(403);
  expect(await app.filesOnDisk()).toEqual({});
});

test('replacing needs the modify permission, creating does not', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'old' } });
  const anna = await app.logIn({ perm: { ...everything, modify: false } });

  expect((await anna.post('/api/resources/a.txt?override=true', { body: 'x' })).status).toBe(403);
  expect((await anna.post('/api/resources/b.txt', { body: 'b' })).status).toBe(200);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'old', '/b.txt': 'b' });
});

test('a folder is made once and asking again is fine', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();

  expect((await anna.post('/api/resources/a/b/')).text).toBe('200 OK\n');
  expect((await anna.post('/api/resources/a/b/')).status).toBe(200);
  expect(await app.filesOnDisk()).toEqual({ '/a/b/': '' });
});

test('unusual names are stored and returned unchanged', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const names = [
    '100%.txt',
    'a#b?.txt',
    'new\nline',
    '"quoted"',
    '😀',
    'עברית',
    ' spaces ',
    'é'.repeat(127),
  ];

  for (const name of names) {
    const made = await anna.post(`/api/resources/${encodeURIComponent(name)}`, { body: name });
    expect(made.status).toBe(200);
  }
  const { items } = (await anna.get('/api/resources/')).json<Folder>();
  expect(items.map(({ name }) => name).sort()).toEqual([...names].sort());
  for (const name of names) {
    expect((await anna.get(`/api/raw/${encodeURIComponent(name)}`)).text).toBe(name);
  }
});

test('names that are not UTF-8 are listed, and requests for them are refused with an explanation', async () => {
  await using app = await startTestApp();
  await writeFile(Buffer.concat([Buffer.from(`${app.root}/caf`), Buffer.from([0xe9])]), 'x');
  const anna = await app.logIn();

  const { items } = (await anna.get('/api/resources/')).json<Folder>();
  expect(items.map(({ name }) => name)).toEqual(['caf\uFFFD']);
  for (const address of ['/api/raw/caf%EF%BF%BD', '/api/resources/caf%EF%BF%BD/']) {
    const reply = await anna.get(address);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('not valid UTF-8');
    expect(readRefusal(String(reply.headers['x-refusal']))).toEqual({ code: 'name-unreadable' });
  }
});

test('a folder of thousands is complete, in order, and shared between two workers', async () => {
  await using app = await startTestApp();
  const names = Array.from({ length: 6_001 }, (_, index) => `file${index}`);
  await mkdir(join(app.root, 'many'));
  await Promise.all(names.map((name) => writeFile(join(app.root, 'many', name), '')));
  await mkdir(join(app.root, 'many', 'zz-folder'));
  const anna = await app.logIn();

  const folder = (await anna.get('/api/resources/many')).json<Folder>();
  expect(folder).toMatchObject({ numDirs: 1, numFiles: 6_001 });
  expect(folder.items.map(({ name }) => name)).toEqual(['zz-folder', ...names]);
});

test('the disk usage is that of the file system', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'x' } });
  const anna = await app.logIn();

  const usage = (await anna.get('/api/usage')).json<Usage>();
  expect(usage.total).toBeGreaterThan(usage.used);
  expect((await anna.get('/api/usage/a.txt')).json<Usage>()).toEqual({ used: 0, total: 0 });
});
