import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Descendant, Totals } from '#contract/files.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

const FILES = {
  '/docs/a.txt': 'aaa',
  '/docs/sub/b.txt': 'b',
  '/docs/.env': 'e',
  '/docs/empty/': '',
  '/recursive-is-no-name/c.txt': 'c',
};

test('everything below a folder comes flat, in the order of its names', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn();
  const reply = await anna.get('/api/resources/recursive/docs');
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  const found = reply.json<Descendant[]>();
  expect(found.map(({ path, isDir, size }) => [path, isDir, isDir ? 0 : size])).toEqual([
    ['/docs/.env', false, 1],
    ['/docs/a.txt', false, 3],
    ['/docs/empty', true, 0],
    ['/docs/sub', true, 0],
    ['/docs/sub/b.txt', false, 1],
  ]);
  expect(Object.keys(found[0] ?? {})).toEqual(['path', 'name', 'size', 'modified', 'isDir']);
});

test('the whole home is listed with or without the slash', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn({ scope: '/docs' });
  for (const url of ['/api/resources/recursive', '/api/resources/recursive/']) {
    const paths = (await anna.get(url)).json<Descendant[]>().map(({ path }) => path);
    expect(paths).toEqual(['/.env', '/a.txt', '/empty', '/sub', '/sub/b.txt']);
  }
});

test('a folder whose name begins with recursive is listed like others', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn();
  const reply = await anna.get('/api/resources/recursive-is-no-name');
  expect(reply.json<{ numFiles: number }>().numFiles).toBe(1);
  expect((await anna.post('/api/resources/recursive/new.txt', { body: 'n' })).status).toBe(200);
  expect(await app.filesOnDisk()).toMatchObject({ '/recursive/new.txt': 'n' });
  expect((await anna.delete('/api/resources/recursive/new.txt')).status).toBe(204);
});

test('files are refused, as are missing, hidden and outside folders', async () => {
  await using app = await startTestApp({ files: FILES });
  const rules = [{ regex: false, allow: false, path: '/docs/sub', regexp: { raw: '' } }];
  const anna = await app.logIn({ rules });
  await symlink('..', join(app.root, 'out'));
  const file = await anna.get('/api/resources/recursive/docs/a.txt');
  expect([file.status, file.text]).toEqual([400, '400 Bad Request (path is not a directory)\n']);
  for (const [path, status] of [
    ['none', 404],
    ['docs/sub', 403],
    ['out', 403],
  ] as const) {
    expect((await anna.get(`/api/resources/recursive/${path}`)).status).toBe(status);
    expect((await anna.get(`/api/totals/${path}`)).status).toBe(status);
  }
  expect((await app.visitor.get('/api/totals/docs')).status).toBe(401);
});

test('totals count the visible entries of a folder', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn();
  const rules = [{ regex: false, allow: false, path: '/docs/sub', regexp: { raw: '' } }];
  const bob = await app.logIn({ username: 'bob', rules, hideDotfiles: true });
  const totals = async (client: typeof anna, path: string): Promise<Totals> =>
    (await client.get(`/api/totals${path}`)).json<Totals>();

  expect(await totals(anna, '/docs')).toEqual({ numFiles: 3, numDirs: 2, size: 5 });
  expect(await totals(anna, '/docs/a.txt')).toEqual({ numFiles: 1, numDirs: 0, size: 3 });
  expect(await totals(anna, '')).toEqual({ numFiles: 4, numDirs: 4, size: 6 });
  expect(await totals(bob, '/docs/')).toEqual({ numFiles: 1, numDirs: 1, size: 3 });
  expect(await totals(bob, '/')).toEqual({ numFiles: 2, numDirs: 3, size: 4 });
});
