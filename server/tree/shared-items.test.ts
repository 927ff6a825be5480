import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../metadata/database.ts';
import type { Client } from '../testing/client.ts';
import { heldLinks, startWithLinks, transfer } from './shared-items.test-tools.ts';

const LARGE = Buffer.alloc(600 * 1024, 'x');

/** A folder on another device, to which entries cannot be renamed; undefined if the machine has none. */
async function otherDevice(): Promise<string | undefined> {
  const memory = '/dev/shm';
  if (!existsSync(memory) || statSync(memory).dev === statSync(tmpdir()).dev) return undefined;
  const folder = await mkdtemp(join(memory, 'filebrowser-links-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Renames like a program on the server's machine. */
async function replaceOutside(file: string): Promise<void> {
  await rm(file);
  await writeFile(file, 'from outside');
}

async function itemsOf(db: Database): Promise<Record<string, string | null>> {
  const rows = await db.read.selectFrom('share').select(['hash', 'item']).execute();
  return Object.fromEntries(rows.map(({ hash, item }) => [hash, item]));
}

async function upload(who: Client, path: string, bytes: Buffer): Promise<void> {
  const begun = await who.post(`/api/tus${path}?override=true`, {
    headers: { 'upload-length': String(bytes.length) },
  });
  const sent = await who.patch(`/api/tus${path}`, {
    body: bytes,
    headers: { 'content-type': TUS_CONTENT_TYPE, 'upload-offset': '0' },
  });
  expect([begun.status, sent.status]).toEqual([201, 204]);
}

describe('a share follows', () => {
  test('a renamed file or folder, with everything in it and nothing else', async () => {
    const { app, anna, links } = await startWithLinks(
      { files: { '/a/x.txt': 'x', '/a/b/y.txt': 'y', '/ab/z.txt': 'z', '/f.txt': 'f' } },
      { folder: '/a', in: '/a/x.txt', deep: '/a/b/y.txt', beside: '/ab/z.txt', file: '/f.txt' },
    );
    expect((await transfer(anna, 'rename', ['/a', '/new/c'])).status).toBe(200);
    expect((await transfer(anna, 'rename', ['/f.txt', '/new/g.txt'])).status).toBe(200);

    expect(await links()).toEqual({
      folder: '/new/c',
      in: '/new/c/x.txt',
      deep: '/new/c/b/y.txt',
      beside: '/ab/z.txt',
      file: '/new/g.txt',
    });
    expect(await heldLinks(app)).toEqual([]);
  });

  test('names that are letters to databases and signs to people', async () => {
    const names = ['100%', 'a_b', "it's", 'new\nline', '😀 Ünï', '\\'];
    const { anna, links } = await startWithLinks(
      { files: Object.fromEntries(names.map((name) => [`/${name}/x`, name])) },
      Object.fromEntries(names.map((name) => [name, `/${name}/x`])),
    );
    for (const name of names) await transfer(anna, 'rename', [`/${name}`, `/moved ${name} 😀`]);

    const expected = names.map((name) => [name, `/moved ${name} 😀/x`]);
    expect(await links()).toEqual(Object.fromEntries(expected));
  });

  test('the file that replaces another one, whose own share ends', async () => {
    const { anna, links } = await startWithLinks(
      { files: { '/a.txt': 'a', '/b.txt': 'b' } },
      { moved: '/a.txt', overwritten: '/b.txt' },
    );
    const moving = await transfer(anna, 'rename', ['/a.txt', '/b.txt'], { override: true });
    expect(moving.status).toBe(200);
    expect(await links()).toEqual({ moved: '/b.txt' });
  });

  test('the entries of a folder that is merged into another one', async () => {
    const { anna, links } = await startWithLinks(
      {
        files: {
          '/from/d/same.txt': 'new',
          '/from/d/only.txt': 'o',
          '/from/d/sub/s.txt': 's',
          '/to/d/same.txt': 'old',
          '/to/d/kept.txt': 'k',
        },
      },
      {
        top: '/from/d',
        moved: '/from/d/same.txt',
        only: '/from/d/only.txt',
        sub: '/from/d/sub',
        target: '/to/d',
        overwritten: '/to/d/same.txt',
        kept: '/to/d/kept.txt',
      },
    );
    expect((await transfer(anna, 'rename', ['/from/d', '/to/d'], { override: true })).status).toBe(
      200,
    );
    expect(await links()).toEqual({
      // The folder is part of another one now, which its owner has never shared.
      top: '/to/d (replaced)',
      moved: '/to/d/same.txt',
      only: '/to/d/only.txt',
      sub: '/to/d/sub',
      target: '/to/d',
      kept: '/to/d/kept.txt',
    });
  });

  test('an entry that is moved to another device, with the fingerprint there', async (context) => {
    const other = await otherDevice();
    if (other === undefined) return context.skip('there is no second file system to move to');
    const { app, anna, links } = await startWithLinks(
      {
        files: { '/d/x.txt': 'x', '/e/y.txt': 'y', '/f.txt': 'f' },
        config: { files: { followExternalSymlinks: true, typeDetectionByHeader: true } },
      },
      { folder: '/d', in: '/d/x.txt', merged: '/e', mergedFile: '/e/y.txt', file: '/f.txt' },
    );
    await symlink(other, join(app.root, 'other'));
    await mkdir(join(other, 'e'));
    await writeFile(join(other, 'e/y.txt'), 'before');
    for (const name of ['d', 'e', 'f.txt']) {
      const to = `/other/${name}`;
      const moving = await transfer(anna, 'rename', [`/${name}`, to], { override: true });
      expect([name, moving.status]).toEqual([name, 200]);
    }
    expect(await links()).toEqual({
      folder: '/other/d',
      in: '/other/d/x.txt',
      merged: '/other/e (replaced)',
      mergedFile: '/other/e/y.txt',
      file: '/other/f.txt',
    });
  });

  test('nothing when the move is refused', async () => {
    const files = { '/a.txt': 'a', '/b.txt': 'b', '/d/x': '', '/e/x/y': '' };
    const paths = { a: '/a.txt', b: '/b.txt', d: '/d', dx: '/d/x', ex: '/e/x' };
    const { app, anna, links } = await startWithLinks({ files }, paths);
    expect((await transfer(anna, 'rename', ['/a.txt', '/b.txt'])).status).toBe(409);
    expect((await transfer(anna, 'rename', ['/d', '/e'], { override: true })).status).toBe(409);
    expect(await links()).toEqual(paths);
    expect(await heldLinks(app)).toEqual([]);
  });

  test('no copy', async () => {
    const { anna, links } = await startWithLinks({ files: { '/d/x': '' } }, { d: '/d', x: '/d/x' });
    expect((await transfer(anna, 'copy', ['/d', '/e'])).status).toBe(200);
    expect(await links()).toEqual({ d: '/d', x: '/d/x' });
  });
});

describe('a share ends', () => {
  test('with its file or folder, and so do all below it; none beside it', async () => {
    const { app, anna, links } = await startWithLinks(
      { files: { '/a/x.txt': 'x', '/a/b/y.txt': 'y', '/ab/z.txt': 'z', '/f.txt': 'f' } },
      { folder: '/a', in: '/a/x.txt', deep: '/a/b/y.txt', beside: '/ab/z.txt', file: '/f.txt' },
    );
    expect((await anna.delete('/api/resources/f.txt')).status).toBe(204);
    expect(await links()).not.toHaveProperty('file');
    expect((await anna.delete('/api/resources/a')).status).toBe(204);
    expect(await links()).toEqual({ beside: '/ab/z.txt' });
    expect(await heldLinks(app)).toEqual([]);
  });

  test('even if its item had vanished or was replaced before, and never shows a later one', async () => {
    const { app, anna, links } = await startWithLinks(
      { files: { '/a/gone.txt': 'g', '/a/replaced.txt': 'r' } },
      { gone: '/a/gone.txt', replaced: '/a/replaced.txt' },
    );
    await rm(join(app.root, 'a/gone.txt'));
    await replaceOutside(join(app.root, 'a/replaced.txt'));
    await anna.delete('/api/resources/a');
    expect(await links()).toEqual({});
  });

  test('with a shared symlink, not with its target', async () => {
    const { anna, links } = await startWithLinks(
      { files: { '/target.txt': 't' } },
      { link: '/link.txt', target: '/target.txt' },
      (root) => symlink('target.txt', join(root, 'link.txt')),
    );
    expect((await anna.delete('/api/resources/link.txt')).status).toBe(204);
    expect(await links()).toEqual({ target: '/target.txt' });
  });

  test('with entries that could be deleted, and stays with those that could not', async (context) => {
    const fixed = '/docs/fixed/b.txt';
    const { app, anna, links } = await startWithLinks(
      { files: { '/docs/a.txt': 'a', [fixed]: 'b' } },
      { top: '/docs', deleted: '/docs/a.txt', folder: '/docs/fixed', fixed },
    );
    try {
      execFileSync('chattr', ['+i', join(app.root, fixed)], { stdio: 'ignore' });
    } catch {
      return context.skip('this file system cannot keep a file from root');
    }
    try {
      expect((await anna.delete('/api/resources/docs')).status).toBe(403);
      expect(await links()).toEqual({ top: '/docs', folder: '/docs/fixed', fixed });
      expect((await anna.delete(`/api/resources${fixed}`)).status).toBe(403);
      expect(await links()).toEqual({ top: '/docs', folder: '/docs/fixed', fixed });
    } finally {
      execFileSync('chattr', ['-R', '-i', app.root], { stdio: 'ignore' });
    }
  });
});

describe('a share continues', () => {
  const ways: readonly [string, (anna: Client, path: string) => Promise<unknown>][] = [
    ['saved', (anna, path) => anna.put(`/api/resources${path}`, { body: 'new' })],
    ['saved, large', (anna, path) => anna.put(`/api/resources${path}`, { body: LARGE })],
    ['sent', (anna, path) => anna.post(`/api/resources${path}?override=true`, { body: 'new' })],
    ['uploaded', (anna, path) => upload(anna, path, Buffer.from('new'))],
    ['uploaded, large', (anna, path) => upload(anna, path, LARGE)],
    [
      'copied over',
      (anna, path) => transfer(anna, 'copy', ['/other.txt', path], { override: true }),
    ],
    [
      'merged over by a copy',
      (anna) => transfer(anna, 'copy', ['/other', '/docs'], { override: true }),
    ],
  ];
  test.each(ways)('when the contents of its file are %s', async (_, replace) => {
    const files = { '/docs/a.txt': 'old', '/other.txt': 'other', '/other/a.txt': 'another' };
    const paths = { folder: '/docs', file: '/docs/a.txt' };
    const { app, anna, links } = await startWithLinks({ files }, paths);
    const marks = await itemsOf(app.db);
    await replace(anna, '/docs/a.txt');
    expect(await app.filesOnDisk()).not.toMatchObject({ '/docs/a.txt': 'old' });
    expect(await links()).toEqual(paths);
    expect((await itemsOf(app.db)).file).not.toBe(marks.file);
    expect(await heldLinks(app)).toEqual([]);
  });

  test.each(ways)(
    'only if it was for that file: one from outside, %s, is not shared',
    async (_, replace) => {
      const files = { '/docs/a.txt': 'old', '/other.txt': 'other', '/other/a.txt': 'another' };
      const { app, anna, links } = await startWithLinks({ files }, { file: '/docs/a.txt' });
      await replaceOutside(join(app.root, 'docs/a.txt'));
      await replace(anna, '/docs/a.txt');
      expect(await links()).toEqual({ file: '/docs/a.txt (replaced)' });
    },
  );

  test('if its file cannot be replaced', async () => {
    const paths = { file: '/docs/a.txt' };
    const { app, anna, links } = await startWithLinks({ files: { '/docs/a.txt': 'old' } }, paths);
    const stale = await anna.put('/api/resources/docs/a.txt', {
      body: 'new',
      headers: { 'if-match': '"another"' },
    });
    expect(stale.status).toBe(412);
    const taken = await anna.post('/api/resources/docs/a.txt', { body: 'new' });
    expect(taken.status).toBe(409);
    expect(await links()).toEqual(paths);
    expect(await heldLinks(app)).toEqual([]);
  });

  test('without a fingerprint until its item is replaced or merged', async () => {
    const { app, anna, links } = await startWithLinks(
      { files: { '/a.txt': 'a', '/b.txt': 'b', '/c.txt': 'c', '/d/x': '', '/e/d/y': '' } },
      { a: '/a.txt', b: '/b.txt', d: '/d' },
    );
    await app.db.write((tx) => tx.updateTable('share').set({ item: null }).execute());
    await anna.put('/api/resources/a.txt', { body: 'new' });
    await transfer(anna, 'rename', ['/c.txt', '/b.txt'], { override: true });
    await transfer(anna, 'rename', ['/d', '/e/d'], { override: true });
    expect(await links()).toEqual({ a: '/a.txt', d: '/e/d (replaced)' });
  });
});

test('changes by other programs end a share until they are undone', async () => {
  const { app, links } = await startWithLinks({ files: { '/a.txt': 'a' } }, { a: '/a.txt' });
  const file = join(app.root, 'a.txt');
  await rename(file, `${file}.bak`);
  expect(await links()).toEqual({ a: '/a.txt (gone)' });
  await writeFile(file, 'another');
  expect(await links()).toEqual({ a: '/a.txt (replaced)' });
  await rename(`${file}.bak`, file);
  expect(await links()).toEqual({ a: '/a.txt' });
});
