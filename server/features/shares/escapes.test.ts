import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SelectionReply } from '#contract/archives.ts';
import type { PublicFile, PublicFolder } from '#contract/shares.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { shareOf } from '../../testing/shares.ts';
import { namesInTar } from '../../testing/tar-names.ts';

const SECRET = 'nobody without the link to it may read this';

const FILES = {
  '/home/a/in.txt': 'in',
  '/home/a/sub/deep.txt': 'deep',
  '/home/ab/out.txt': SECRET,
  '/home/out.txt': SECRET,
  '/other/out.txt': SECRET,
};

interface Scene extends AsyncDisposable {
  readonly app: TestApp;
  readonly anna: Client;
  readonly anybody: Client;
  readonly hash: string;
}

/** Anna, whose home is /home, has shared its entry /a. */
async function sharedFolder(): Promise<Scene> {
  const app = await startTestApp({ files: FILES });
  const anna = await app.logIn({ scope: '/home' });
  const { hash } = await shareOf(anna, '/a/');
  return {
    app,
    anna,
    anybody: app.visitor,
    hash,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** Returns the statuses of all calls for a path of the share. */
async function statusesOf(anybody: Client, hash: string, path: string): Promise<number[]> {
  const calls = [`share/${hash}${path}`, `dl/${hash}${path}`, `preview/thumb/${hash}${path}`];
  const statuses: number[] = [];
  for (const call of calls) {
    const reply = await anybody.get(`/api/public/${call}`);
    expect(reply.text).not.toContain(SECRET);
    expect(reply.text).not.toContain('out.txt');
    statuses.push(reply.status);
  }
  return statuses;
}

const DOTS = [
  '/..',
  '/../ab/out.txt',
  '/../out.txt',
  '/sub/../../out.txt',
  '/%2e%2e/out.txt',
  '/%2E%2E%2Fout.txt',
  '/..%2fab%2fout.txt',
  '/sub%2f..%2f..%2fout.txt',
  '/.%2e/out.txt',
  '/./in.txt',
  '/a%00.txt',
  '/%zz',
  '/%ff',
];

const ELSEWHERE = [
  '/%252e%252e/out.txt',
  '/..%5Cout.txt',
  '/..\\out.txt',
  '/sub\\..\\..\\out.txt',
  '/b/out.txt',
  '/out.txt',
  '/home/out.txt',
  '/home/a/in.txt',
  '/other/out.txt',
  '/~/out.txt',
  '/in.txt/.../out.txt',
];

test('no spelling of a path gives access outside a shared folder', async () => {
  await using scene = await sharedFolder();
  const { anybody, hash } = scene;

  for (const path of DOTS) {
    expect([path, await statusesOf(anybody, hash, path)]).toEqual([path, [400, 400, 400]]);
  }
  for (const path of ELSEWHERE) {
    expect([path, await statusesOf(anybody, hash, path)]).toEqual([path, [404, 404, 404]]);
  }
  expect(await statusesOf(anybody, `${hash}b`, '/out.txt')).toEqual([404, 404, 404]);
  for (const path of ['//in.txt', '/%2Fin.txt', '/sub/%2F/deep.txt', '//sub///deep.txt']) {
    expect((await anybody.get(`/api/public/dl/${hash}${path}`)).status).toBe(200);
  }
});

test('an entry whose name has the same beginning is not shared', async () => {
  await using scene = await sharedFolder();
  const { app, anybody, hash } = scene;
  const listed = (await anybody.get(`/api/public/share/${hash}/`)).json<PublicFolder>();
  expect(listed.items.map(({ name }) => name)).toEqual(['sub', 'in.txt']);

  await symlink('../ab', join(app.root, 'home/a/to-neighbour'));
  expect(await statusesOf(anybody, hash, '/to-neighbour')).toEqual([403, 403, 403]);
  expect(await statusesOf(anybody, hash, '/to-neighbour/out.txt')).toEqual([403, 403, 403]);
});

test('symlinks are followed inside the shared folder only', async () => {
  await using scene = await sharedFolder();
  const { app, anybody, hash } = scene;
  const folder = join(app.root, 'home/a');
  await symlink('sub/deep.txt', join(folder, 'inside'));
  await symlink('../out.txt', join(folder, 'to-home'));
  await symlink('..', join(folder, 'parent'));
  await symlink(join(app.root, 'other'), join(folder, 'absolute'));
  await symlink('/etc', join(folder, 'to-etc'));
  await symlink('to-home', join(folder, 'chain'));

  expect((await anybody.get(`/api/public/dl/${hash}/inside`)).text).toBe('deep');
  for (const name of ['to-home', 'parent', 'absolute', 'to-etc', 'chain']) {
    expect([name, await statusesOf(anybody, hash, `/${name}`)]).toEqual([name, [403, 403, 403]]);
    expect(await statusesOf(anybody, hash, `/${name}/out.txt`)).toEqual([403, 403, 403]);
  }
  const listed = (await anybody.get(`/api/public/share/${hash}/`)).json<PublicFolder>();
  expect(Object.fromEntries(listed.items.map(({ name, type }) => [name, type]))).toEqual({
    sub: '',
    'in.txt': 'text',
    inside: 'text',
    'to-home': 'invalid_link',
    parent: 'invalid_link',
    absolute: 'invalid_link',
    'to-etc': 'invalid_link',
    chain: 'invalid_link',
  });
  const packed = await anybody.get(`/api/public/dl/${hash}/?algo=tar`);
  expect(namesInTar(packed.bytes)).toEqual(['in.txt', 'inside', 'sub/', 'sub/deep.txt']);
  expect(packed.text).not.toContain(SECRET);
});

test('an archive contains nothing outside the share, however it is requested', async () => {
  await using scene = await sharedFolder();
  const { app, anna, anybody, hash } = scene;
  await symlink('../out.txt', join(app.root, 'home/a/link'));
  const ask = (files: string) =>
    anybody.get(`/api/public/dl/${hash}/?algo=tar&files=${encodeURIComponent(files)}`);

  for (const files of [
    '../out.txt',
    'in.txt,../out.txt',
    '%2E%2E/out.txt',
    'in.txt,..',
    'sub/../..',
  ]) {
    expect([files, (await ask(files)).status]).toEqual([files, 400]);
  }
  for (const files of [
    'out.txt',
    '/home/out.txt',
    'in.txt,out.txt',
    '..%5Cout.txt',
    'in.txt,b/out.txt',
  ]) {
    const reply = await ask(files);
    expect([files, reply.status]).toEqual([files, 404]);
  }
  for (const files of ['link', 'in.txt,link']) expect((await ask(files)).status).toBe(403);

  const whole = await ask('%2F,in.txt');
  expect(namesInTar(whole.bytes)).toEqual(['in.txt', 'sub/', 'sub/deep.txt']);
  expect(whole.headers['content-disposition']).toContain("''a.tar");
  const own = await anna.get('/api/raw/a?algo=tar&files=in.txt,%252F');
  expect(own.headers['content-disposition']).toContain("''a.tar");
});

test('a selection belongs to one share', async () => {
  await using scene = await sharedFolder();
  const { anna, anybody, hash } = scene;
  const { hash: other } = await shareOf(anna, '/ab/');
  const body = (folder: string, names: readonly string[]) => ({
    body: JSON.stringify({ folder, names }),
  });
  const keep = async (who: Client, url: string, sent: { body: string }) =>
    (await who.post(url, sent)).json<SelectionReply>().id;
  const own = await keep(anybody, `/api/public/selections/${hash}`, body('/', ['in.txt', 'sub']));
  const ofOther = await keep(anybody, `/api/public/selections/${other}`, body('/', ['out.txt']));
  const ofAnna = await keep(anna, '/api/selections', body('/a', ['in.txt']));
  const download = (id: string, link = hash) =>
    anybody.get(`/api/public/dl/${link}/?algo=tar&selection=${id}`);

  const packed = await download(own);
  expect(namesInTar(packed.bytes)).toEqual(['in.txt', 'sub/', 'sub/deep.txt']);
  expect(packed.headers['content-disposition']).toContain("''_a.tar");
  expect([(await download(ofOther)).status, (await download(ofAnna)).status]).toEqual([404, 404]);
  expect((await download(own, other)).status).toBe(404);
  expect((await anna.get(`/api/raw/a?algo=tar&selection=${own}`)).status).toBe(404);
  const climbing = await anybody.post(
    `/api/public/selections/${hash}`,
    body('/', ['../out.txt', 'in.txt']),
  );
  expect(climbing.status).toBe(400);
  const outside = await keep(anybody, `/api/public/selections/${hash}`, body('/', ['out.txt']));
  expect((await download(outside)).status).toBe(404);
});

test('a shared file reveals nothing about its folder', async () => {
  const files = {
    '/videos/Movie.mp4': 'video',
    '/videos/Movie.en.vtt': 'WEBVTT',
    '/videos/subs/Movie.de.srt': '1',
    '/videos/b.txt': SECRET,
  };
  await using app = await startTestApp({ files });
  const anna = await app.logIn();
  const { hash } = await shareOf(anna, '/videos/Movie.mp4');

  const shared = (await app.visitor.get(`/api/public/share/${hash}`)).json<PublicFile>();
  expect(shared).toMatchObject({ path: '', name: 'Movie.mp4', type: 'video' });
  expect(shared).not.toHaveProperty('subtitles');
  for (const path of ['/b.txt', '/subs/Movie.de.srt', '/../b.txt']) {
    const reply = await app.visitor.get(`/api/public/dl/${hash}${path}`);
    expect(reply.text).not.toBe(SECRET);
  }
  const archive = await app.visitor.get(`/api/public/dl/${hash}?files=b.txt&algo=tar`);
  expect(archive.text).toBe('video');

  const { hash: ofFolder } = await shareOf(anna, '/videos/');
  const video = await app.visitor.get(`/api/public/share/${ofFolder}/Movie.mp4`);
  expect(video.json<PublicFile>().subtitles).toEqual(['/Movie.en.vtt', '/subs/Movie.de.srt']);
});

test('an item that is replaced by a symlink is not shared', async () => {
  await using scene = await sharedFolder();
  const { app, anybody, hash } = scene;
  const folder = join(app.root, 'home/a');
  await rename(folder, join(app.root, 'home/moved-from-outside'));
  await symlink('ab', folder);
  expect(await statusesOf(anybody, hash, '')).toEqual([404, 404, 404]);
  expect(await statusesOf(anybody, hash, '/out.txt')).toEqual([404, 404, 404]);

  await rm(folder);
  await mkdir(folder);
  await writeFile(join(folder, 'in.txt'), SECRET);
  expect(await statusesOf(anybody, hash, '/in.txt')).toEqual([404, 404, 404]);
});

test('a parent folder that is replaced by a symlink does not give access to its target', async () => {
  await using scene = await sharedFolder();
  const { app, anna, anybody } = scene;
  const { hash } = await shareOf(anna, '/a/sub/deep.txt');
  await mkdir(join(app.root, 'home/ab/sub'));
  await writeFile(join(app.root, 'home/ab/sub/deep.txt'), SECRET);
  await rename(join(app.root, 'home/a'), join(app.root, 'home/away'));
  await symlink('ab', join(app.root, 'home/a'));

  expect(await statusesOf(anybody, hash, '')).toEqual([404, 404, 404]);
});

test('a shared symlink shows its target under its own name', async () => {
  await using scene = await sharedFolder();
  const { app, anna, anybody } = scene;
  await symlink('ab', join(app.root, 'home/photos'));
  await symlink('ab/out.txt', join(app.root, 'home/letter.md'));
  const { hash } = await shareOf(anna, '/photos/');
  const { hash: ofFile } = await shareOf(anna, '/letter.md');

  const folder = (await anybody.get(`/api/public/share/${hash}`)).json<PublicFolder>();
  expect([folder.name, folder.path, folder.items[0]?.path]).toEqual(['photos', '/', '/out.txt']);
  const packed = await anybody.get(`/api/public/dl/${hash}/?algo=tar`);
  expect(packed.headers['content-disposition']).toContain("''photos.tar");
  const file = (await anybody.get(`/api/public/share/${ofFile}`)).json<PublicFile>();
  expect([file.name, file.extension]).toEqual(['letter.md', '.md']);
  const reply = await anybody.get(`/api/public/dl/${ofFile}`);
  expect(reply.headers['content-disposition']).toContain("''letter.md");
});

test('a shared home has no name, and does not reveal its path on disk', async () => {
  await using scene = await sharedFolder();
  const { anna, anybody } = scene;
  const { hash } = await shareOf(anna, '/');

  const folder = (await anybody.get(`/api/public/share/${hash}/`)).json<PublicFolder>();
  expect([folder.name, folder.path]).toEqual(['', '/']);
  const packed = await anybody.get(`/api/public/dl/${hash}/?algo=tar`);
  expect(packed.headers['content-disposition']).toContain("''files.tar");
  const some = await anybody.get(`/api/public/dl/${hash}/?algo=tar&files=a,ab`);
  expect(some.headers['content-disposition']).toContain("''_files.tar");
});

test('a share gives no access to temporary files', async () => {
  await using scene = await sharedFolder();
  const { app, anybody, hash } = scene;
  const part = '.filebrowser-0123456789abcdef.part';
  await writeFile(join(app.root, 'home/a', part), SECRET);
  expect(await readdir(join(app.root, 'home/a'))).toContain(part);

  expect(await statusesOf(anybody, hash, `/${part}`)).toEqual([404, 404, 404]);
  const packed = await anybody.get(`/api/public/dl/${hash}/?algo=tar`);
  expect(namesInTar(packed.bytes)).toEqual(['in.txt', 'sub/', 'sub/deep.txt']);
});

test('a share is read-only, and other methods return the allowed ones', async () => {
  await using scene = await sharedFolder();
  const { app, anna, anybody, hash } = scene;
  const before = await app.filesOnDisk();
  for (const call of [`share/${hash}/in.txt`, `dl/${hash}`, `preview/big/${hash}/in.txt`]) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const who of [anybody, anna]) {
        const reply = await who.send(method, `/api/public/${call}`, { body: 'x' });
        expect([method, reply.status, reply.headers.allow]).toEqual([method, 405, 'GET, HEAD']);
      }
    }
  }
  expect((await anybody.get(`/api/public/selections/${hash}`)).headers.allow).toBe('POST');
  for (const nothing of ['share', 'share/', 'dl', 'dl/', 'preview/thumb/', 'selections/', '']) {
    expect([nothing, (await anybody.get(`/api/public/${nothing}`)).status]).toEqual([
      nothing,
      nothing === 'selections/' ? 405 : 404,
    ]);
  }
  expect(await app.filesOnDisk()).toEqual(before);
});
