import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Folder } from '#contract/files.ts';
import { startTestApp } from '../testing/app.ts';

test('a hard link to the database is neither listed, found, described, sent nor copied', async () => {
  await using first = await startTestApp({ files: { '/docs/a.txt': 'open' } });
  await first.addUser({ username: 'carol' });
  const database = join(dirname(first.root), 'filebrowser.db');
  await using app = await first.restart({ protectedPaths: [database, `${database}-wal`] });
  linkSync(database, join(app.root, 'docs/innocent.txt'));
  linkSync(`${database}-wal`, join(app.root, 'docs/log.txt'));
  const anna = await app.logIn();

  const statuses: [string, number][] = [];
  for (const name of ['innocent.txt', 'log.txt']) {
    for (const [method, url] of [
      ['GET', `/api/raw/docs/${name}`],
      ['GET', `/api/raw/docs/${name}?inline=true`],
      ['GET', `/api/resources/docs/${name}`],
      ['GET', `/api/resources/docs/${name}?checksum=sha256`],
      ['PATCH', `/api/resources/docs/${name}?action=copy&destination=/stolen-${name}`],
    ] as const) {
      const reply = await anna.send(method, url);
      expect(reply.text).not.toContain('carol');
      statuses.push([url, reply.status]);
    }
  }

  expect(statuses).toEqual(statuses.map(([url]) => [url, 403]));
  symlinkSync('innocent.txt', join(app.root, 'docs/symlink'));
  const listing = (await anna.get('/api/resources/docs/')).json<Folder>();
  expect(listing.items.map(({ name, type }) => [name, type])).toEqual([
    ['a.txt', 'text'],
    ['symlink', 'invalid_link'],
  ]);
  expect(listing.numFiles).toBe(2);
  await vi.waitFor(async () => {
    expect((await anna.get('/api/search/docs?query=a.txt')).text).toContain('a.txt');
  });
  for (const query of ['innocent', 'log.txt', 'innocent&details=true']) {
    expect((await anna.get(`/api/search/?query=${query}`)).text).not.toMatch(/innocent|log\.txt/);
  }
  const below = (await anna.get('/api/resources/recursive/docs')).text;
  expect(below).not.toMatch(/innocent|log\.txt/);
  const archive = await anna.get('/api/raw/docs/?algo=tar');
  expect([archive.status, archive.text.includes('a.txt'), archive.text.includes('carol')]).toEqual([
    200,
    true,
    false,
  ]);
  const copied = await anna.patch('/api/resources/docs?action=copy&destination=/copied');
  expect(copied.status).toBe(403);
  expect(Object.keys(await app.filesOnDisk()).filter((path) => /stolen|copied/.test(path))).toEqual(
    [],
  );
  expect((await anna.get('/api/raw/docs/a.txt')).text).toBe('open');
});

test('a trusted symlink out of the root does not lead to the database', async () => {
  await using first = await startTestApp({});
  const folder = dirname(first.root);
  await using app = await first.restart({
    protectedPaths: [join(folder, 'filebrowser.db')],
    files: { followExternalSymlinks: true, typeDetectionByHeader: true },
  });
  symlinkSync(folder, join(app.root, 'out'));
  mkdirSync(join(app.root, 'in'));
  const anna = await app.logIn();

  expect((await anna.get('/api/raw/out/filebrowser.db')).status).toBe(403);
});
