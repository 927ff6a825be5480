import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Share } from '#contract/shares.ts';
import { aStoredUser } from '../../testing/stored-records.ts';
import { startTestApp } from '../../testing/app.ts';
import { shareOf, sharesSeen } from '../../testing/shares.ts';

const ADMIN = { username: 'root', perm: { ...aStoredUser().perm, admin: true } };

test('a share of a file is created, listed and removed', async () => {
  await using app = await startTestApp({ files: { '/home/a.txt': 'v1' } });
  const anna = await app.logIn({ scope: '/home' });

  const made = await anna.post('/api/share/a.txt', { body: '{}' });
  expect(made.status).toBe(200);
  expect(made.headers['content-type']).toBe('application/json; charset=utf-8');
  const share = made.json<Share>();
  expect(share).toEqual({
    hash: expect.stringMatching(/^[\w-]{22}$/),
    path: '/a.txt',
    userID: expect.any(Number),
    expire: 0,
    hasPassword: false,
    state: 'live',
    isDir: false,
    created: expect.stringMatching(/^\d{4}-.*Z$/),
    opened: 0,
    downloaded: 0,
  });
  expect(await sharesSeen(anna)).toEqual([share]);
  expect(await sharesSeen(anna, '/api/share/a.txt')).toEqual([share]);

  const revoked = await anna.delete(`/api/share/${share.hash}`);
  expect([revoked.status, revoked.text]).toEqual([200, '200 OK\n']);
  expect((await anna.delete(`/api/share/${share.hash}`)).status).toBe(404);
  expect(await sharesSeen(anna)).toEqual([]);
});

test('a folder, and everything one has, can be shared, with the slash as it was sent', async () => {
  await using app = await startTestApp({ files: { '/home/docs/b.txt': 'b' } });
  const anna = await app.logIn({ scope: '/home' });

  const slashed = await shareOf(anna, '/docs/');
  const bare = await shareOf(anna, '/docs');
  const home = await shareOf(anna, '/');
  const collection = await shareOf(anna, '');

  expect([slashed, bare, home, collection].map(({ path, isDir }) => [path, isDir])).toEqual([
    ['/docs/', true],
    ['/docs', true],
    ['/', true],
    ['/', true],
  ]);
  expect(await sharesSeen(anna, '/api/share/docs/')).toEqual([slashed]);
  expect(await sharesSeen(anna, '/api/share/docs')).toEqual([bare]);
  expect(await sharesSeen(anna, '/api/share/docs/b.txt')).toEqual([]);
  expect(await sharesSeen(anna, '/api/share/none')).toEqual([]);
  expect(await sharesSeen(anna, '/api/share/')).toHaveLength(2);
  expect(await sharesSeen(anna, '/api/share')).toHaveLength(2);
});

test('responses contain only whether a share has a password', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '' } });
  const anna = await app.logIn();
  const share = await shareOf(anna, '/a.txt', { password: 'open sesame' });
  await shareOf(anna, '/a.txt', { password: '' });

  const rows = await app.db.read.selectFrom('share').select(['hash', 'passwordHash']).execute();
  const hashes = new Map(rows.map(({ hash, passwordHash }) => [hash, passwordHash]));
  expect(hashes.get(share.hash)).toMatch(/^\$argon2id\$/);
  expect([...hashes.values()].filter((hash) => hash === null)).toHaveLength(1);
  for (const url of ['/api/shares', '/api/share/a.txt', `/api/links/${share.hash}/uses`]) {
    const { text } = await anna.get(url);
    expect(text).not.toMatch(/argon2|sesame|token|"password/i);
  }
  const listed = await sharesSeen(anna);
  expect(listed).toHaveLength(2);
  expect(listed.find(({ hash }) => hash === share.hash)?.hasPassword).toBe(true);
  expect(listed.find(({ hash }) => hash !== share.hash)?.hasPassword).toBe(false);
});

test('shares are listed by owner, permanent ones first, then by expiry', async () => {
  await using app = await startTestApp({ files: { '/home/a.txt': '', '/work/w.txt': '' } });
  const admin = await app.logIn(ADMIN);
  const anna = await app.logIn({ scope: '/home' });
  const nine = await shareOf(anna, '/a.txt', { expires: '9', unit: 'days' });
  const two = await shareOf(anna, '/a.txt', { expires: 2, unit: 'days' });
  const forever = await shareOf(anna, '/');
  const ours = await shareOf(admin, '/work/', { expires: '1' });

  const hashes = (await sharesSeen(anna)).map(({ hash }) => hash);
  expect(hashes).toEqual([forever, two, nine].map(({ hash }) => hash));
  const all = await sharesSeen(admin);
  expect(all.map(({ hash }) => hash)).toEqual([ours.hash, ...hashes]);
  // Only administrators see the owner of a share. Paths are relative to the owner's home.
  expect(all.map(({ username, path }) => [username, path])).toEqual([
    ['root', '/work/'],
    ['anna', '/'],
    ['anna', '/a.txt'],
    ['anna', '/a.txt'],
  ]);
  expect(forever).not.toHaveProperty('username');
});

test('an administrator lists the shares of an item by its path, with or without a slash', async () => {
  await using app = await startTestApp({ files: { '/home/docs/b.txt': '' } });
  const admin = await app.logIn(ADMIN);
  const anna = await app.logIn({ scope: '/home' });
  const { hash } = await shareOf(anna, '/docs/');

  for (const url of ['/api/share/home/docs', '/api/share/home/docs/']) {
    const seen = await sharesSeen(admin, url);
    expect(seen).toMatchObject([{ hash, path: '/docs/', username: 'anna' }]);
  }
  const bob = await app.logIn({ username: 'bob' });
  expect(await sharesSeen(bob, '/api/share/home/docs/')).toEqual([]);
  expect(await sharesSeen(bob)).toEqual([]);
});

test('a share belongs to a resolved path: two symlinked paths are the same item, a symlink itself is another', async () => {
  await using app = await startTestApp({ files: { '/docs/b.txt': 'b', '/links/': '' } });
  await symlink('../docs', join(app.root, 'links/docs'));
  await symlink('../docs/b.txt', join(app.root, 'links/b.txt'));
  const anna = await app.logIn();

  const through = await shareOf(anna, '/links/docs/b.txt');
  expect(through.path).toBe('/docs/b.txt');
  expect(await sharesSeen(anna, '/api/share/docs/b.txt')).toEqual([through]);
  expect(await sharesSeen(anna, '/api/share/links/docs/b.txt')).toEqual([through]);

  const itself = await shareOf(anna, '/links/b.txt');
  expect(itself).toMatchObject({ path: '/links/b.txt', state: 'live', isDir: false });
  expect(await sharesSeen(anna, '/api/share/links/b.txt')).toEqual([itself]);
});

test('missing, outside, hidden and forbidden items cannot be shared', async () => {
  await using app = await startTestApp({
    files: { '/home/docs/secret/key.txt': 'k', '/home/.dot': '', '/out.txt': 'o', '/homework': '' },
  });
  const anna = await app.logIn({
    scope: '/home',
    hideDotfiles: true,
    rules: [{ allow: false, path: '/docs/secret', regex: false, regexp: { raw: '' } }],
  });
  const home = join(app.root, 'home');
  await symlink('../out.txt', join(home, 'out'));
  await symlink('nowhere', join(home, 'dangling'));
  await symlink('docs/secret', join(home, 'in'));
  await symlink('docs/secret/key.txt', join(home, 'key'));
  await mkdir(join(home, '.hidden'));

  const statuses = new Map<string, number>();
  for (const path of [
    '/none',
    '/none/below',
    '/docs/secret/key.txt/below',
    '/dangling',
    '/out',
    '/.dot',
    '/.hidden/',
    '/docs/secret',
    '/docs/secret/key.txt',
    '/in/key.txt',
    '/key',
  ]) {
    statuses.set(path, (await anna.post(`/api/share${path}`, { body: '{}' })).status);
  }
  expect(Object.fromEntries(statuses)).toEqual({
    '/none': 404,
    '/none/below': 404,
    '/docs/secret/key.txt/below': 403,
    '/dangling': 404,
    '/out': 403,
    '/.dot': 403,
    '/.hidden/': 403,
    '/docs/secret': 403,
    '/docs/secret/key.txt': 403,
    '/in/key.txt': 403,
    '/key': 403,
  });
  expect(await sharesSeen(anna)).toEqual([]);
});

test('hostile paths are refused', async () => {
  await using app = await startTestApp({ files: { '/home/a.txt': '', '/out.txt': '' } });
  const anna = await app.logIn({ scope: '/home' });
  const paths = [
    '/..',
    '/../out.txt',
    '/%2e%2e/out.txt',
    '/docs/..%2f..%2fout.txt',
    '/./a',
    '/a%00.txt',
    '/%zz',
    `/${'x'.repeat(256)}`,
    `/${'x/'.repeat(2_500)}`,
  ];
  for (const path of paths) {
    const made = await anna.post(`/api/share${path}`, { body: '{}' });
    const listed = await anna.get(`/api/share${path}`);
    expect([path, made.status, listed.status]).toEqual([path, 400, 400]);
  }
});

test('unusual names are shared and returned unchanged', async () => {
  const names = ['with space.txt', '100%.txt', 'a"b\\c.txt', 'ünï 😀.txt', 'new\nline', '?#&'];
  const files = Object.fromEntries(names.map((name) => [`/${name}`, name]));
  await using app = await startTestApp({ files });
  const anna = await app.logIn();

  for (const name of names) {
    const address = `/${encodeURIComponent(name)}`;
    const share = await shareOf(anna, address);
    expect(share.path).toBe(`/${name}`);
    expect(await sharesSeen(anna, `/api/share${address}`)).toEqual([share]);
  }
});

test('an invalid body is refused with a reason', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '' } });
  const anna = await app.logIn();
  const bodies = ['', 'x', '[]', '"text"', '{"expires":"x"}', '{"expires":-1}', '{"unit":"years"}'];
  for (const body of bodies) {
    const reply = await anna.post('/api/share/a.txt', { body });
    expect(reply.status).toBe(400);
    expect(reply.text).toMatch(/^400 Bad Request \(.+\)\n$/);
  }
  const empty = await anna.post('/api/share/a.txt');
  expect(empty.text).toBe('400 Bad Request (failed to decode body: EOF)\n');
  const query = await anna.post('/api/share/a.txt?expires=-1', { body: '{}' });
  expect(query.status).toBe(400);
  const large = JSON.stringify({ password: 'x', filler: 'x'.repeat(70_000) });
  expect((await anna.post('/api/share/a.txt', { body: large })).status).toBe(413);
  expect(await sharesSeen(anna)).toEqual([]);
});
