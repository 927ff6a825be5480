import { execFileSync } from 'node:child_process';
import { readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const FILES = { '/docs/a.txt': 'a', '/docs/sub/b.txt': 'b', '/docs/empty/': '', '/z.txt': 'z' };

test('a file is deleted, and a folder with all below it', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn();
  const reply = await anna.delete('/api/resources/z.txt');
  expect([reply.status, reply.text]).toEqual([204, '']);
  expect((await anna.delete('/api/resources/docs/')).status).toBe(204);
  expect(await app.filesOnDisk()).toEqual({});
  expect((await anna.delete('/api/resources/docs')).status).toBe(404);
});

test('names that need care are deleted, and nothing else', async () => {
  const names = ['new\nline', '100%', 'a\\..\\b', '😀', 'x'.repeat(255), ' '];
  const files = Object.fromEntries(names.map((name) => [`/d/${name}`, name]));
  await using app = await startTestApp({ files: { ...files, '/d/kept': 'kept' } });
  const anna = await app.logIn();
  for (const name of names) {
    expect((await anna.delete(`/api/resources/d/${encodeURIComponent(name)}`)).status).toBe(204);
  }
  expect(await app.filesOnDisk()).toEqual({ '/d/kept': 'kept' });
});

test('refuses the root, missing entries, and users without the permission', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn();
  const bob = await app.logIn({
    username: 'bob',
    perm: { ...aStoredUser().perm, delete: false },
  });
  expect((await anna.delete('/api/resources/')).status).toBe(403);
  expect((await anna.delete('/api/resources')).status).toBe(403);
  expect((await anna.delete('/api/resources/none')).status).toBe(404);
  expect((await anna.delete('/api/resources/z.txt/none')).status).toBe(404);
  expect((await anna.delete('/api/resources/.filebrowser-1.part')).status).toBe(404);
  expect((await bob.delete('/api/resources/z.txt')).status).toBe(403);
  expect((await bob.delete('/api/resources/none')).status).toBe(403);
  expect((await app.visitor.delete('/api/resources/z.txt')).status).toBe(401);
  expect(await app.filesOnDisk()).toEqual(FILES);
});

test('a folder with something in it that a rule hides is not deleted, nor anything in it', async () => {
  await using app = await startTestApp({ files: FILES });
  const rules = [{ regex: false, allow: false, path: '/docs/sub', regexp: { raw: '' } }];
  const anna = await app.logIn({ rules });
  expect((await anna.delete('/api/resources/docs')).status).toBe(403);
  expect(await app.filesOnDisk()).toEqual(FILES);
});

test("a folder in which the server's own files lie is not deleted", async () => {
  await using app = await startTestApp({ files: { ...FILES, '/docs/sub/own.db': 'own' } });
  const { root } = app;
  await using again = await app.restart({ protectedPaths: [join(root, 'docs/sub/own.db')] });
  const anna = await again.logIn();
  expect((await anna.delete('/api/resources/docs')).status).toBe(403);
  expect(await again.filesOnDisk()).toEqual({ ...FILES, '/docs/sub/own.db': 'own' });
});

test('deletes hidden entries with their folder', async () => {
  await using app = await startTestApp({ files: { '/docs/.env': 'e', '/docs/a': 'a' } });
  const anna = await app.logIn({ hideDotfiles: true });
  expect((await anna.delete('/api/resources/docs/.env')).status).toBe(403);
  expect((await anna.delete('/api/resources/docs')).status).toBe(204);
  expect(await app.filesOnDisk()).toEqual({});
});

test('deletes a symlink itself, also a broken one and one that leads out', async () => {
  await using app = await startTestApp({ files: { ...FILES, '/home/in.txt': 'in' } });
  const anna = await app.logIn({ scope: '/home' });
  await symlink('in.txt', join(app.root, 'home/good'));
  await symlink('none', join(app.root, 'home/broken'));
  await symlink('../docs', join(app.root, 'home/out'));
  await symlink('.', join(app.root, 'home/here'));
  for (const name of ['good', 'broken', 'out', 'here']) {
    expect((await anna.delete(`/api/resources/${name}`)).status).toBe(204);
    await expect(readlink(join(app.root, 'home', name))).rejects.toThrow('ENOENT');
  }
  expect(await app.filesOnDisk()).toEqual({ ...FILES, '/home/in.txt': 'in' });
});

test('deletes entries behind a symlinked folder', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn();
  await symlink('docs/sub', join(app.root, 'way'));
  expect((await anna.delete('/api/resources/way/b.txt')).status).toBe(204);
  expect(await app.filesOnDisk()).toMatchObject({ '/docs/sub/': '', '/docs/a.txt': 'a' });
});

test('pipes are deleted like files', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn();
  execFileSync('mkfifo', [join(app.root, 'pipe'), join(app.root, 'docs/pipe')]);
  expect((await anna.delete('/api/resources/pipe')).status).toBe(204);
  expect((await anna.delete('/api/resources/docs')).status).toBe(204);
  expect(await app.filesOnDisk()).toEqual({ '/z.txt': 'z' });
});

test('restores the name of a folder that cannot be deleted, and refuses as forbidden', async (context) => {
  await using app = await startTestApp({ files: { '/docs/a.txt': 'a', '/docs/fixed/b.txt': 'b' } });
  const fixed = join(app.root, 'docs/fixed/b.txt');
  try {
    execFileSync('chattr', ['+i', fixed], { stdio: 'ignore' });
  } catch {
    return context.skip('this file system cannot keep a file from root');
  }
  const anna = await app.logIn();
  try {
    expect((await anna.delete('/api/resources/docs')).status).toBe(403);
    expect(await app.filesOnDisk()).toEqual({ '/docs/fixed/b.txt': 'b' });
  } finally {
    execFileSync('chattr', ['-R', '-i', app.root], { stdio: 'ignore' });
  }
});
