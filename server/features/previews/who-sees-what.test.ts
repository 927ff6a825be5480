import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { factsOf, quarteredPicture, topOf } from '../../testing/pictures.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

let app: TestApp;
let anna: Client;
let photo: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  anna = await app.logIn();
  photo = await quarteredPicture(640, 400).jpeg().toBuffer();
  await writeFile(join(app.root, 'photo.jpg'), photo);
});
afterAll(() => app[Symbol.asyncDispose]());

const THUMB = '/api/preview/thumb/photo.jpg?inline=true';

describe('a user without access to a file', () => {
  test('without a log-in: 401', async () => {
    expect((await app.visitor.get(THUMB)).status).toBe(401);
  });

  test('without the download permission: 403, whatever else is wrong', async () => {
    const perm = { ...annasPermissions(), download: false };
    const ben = await app.logIn({ username: 'carl', perm });
    for (const path of ['thumb/photo.jpg', 'huge/photo.jpg', 'thumb/none.jpg']) {
      expect((await ben.get(`/api/preview/${path}`)).status).toBe(403);
    }
  });

  test('behind a rule, also when another user has just created it', async () => {
    expect((await anna.get(THUMB)).status).toBe(200);
    const rules = [{ allow: false, regex: false, path: '/photo.jpg', regexp: { raw: '' } }];
    const ben = await app.logIn({ username: 'dora', rules });
    expect((await ben.get(THUMB)).status).toBe(403);
  });

  test('outside of the scope, though the path is the same', async () => {
    await mkdir(join(app.root, 'ben'));
    await writeFile(
      join(app.root, 'ben/photo.jpg'),
      await quarteredPicture(400, 640).rotate(180).jpeg().toBuffer(),
    );
    const times = (await stat(join(app.root, 'photo.jpg'))).mtime;
    await utimes(join(app.root, 'ben/photo.jpg'), times, times);
    const ben = await app.logIn({ username: 'emil', scope: '/ben' });

    const [hers, his] = [await anna.get(THUMB), await ben.get(THUMB)];
    expect(hers.headers.etag).not.toBe(his.headers.etag);
    expect(await topOf(hers.bytes)).toEqual(['topLeft', 'topRight']);
    expect(await topOf(his.bytes)).toEqual(['bottomRight', 'bottomLeft']);
  });

  test('behind a symlink out of the scope: 403; missing: 404; a folder: 415', async () => {
    await mkdir(join(app.root, 'linked'));
    await symlink('../photo.jpg', join(app.root, 'linked/out.jpg'));
    const ben = await app.logIn({ username: 'fred', scope: '/linked' });
    expect((await ben.get('/api/preview/thumb/out.jpg')).status).toBe(403);
    expect((await ben.get('/api/preview/thumb/none.jpg')).status).toBe(404);
    expect((await anna.get('/api/preview/thumb/linked')).status).toBe(415);
    expect((await anna.get('/api/preview/thumb/')).status).toBe(415);
  });

  test('a FIFO named like a picture is never opened', async () => {
    execFileSync('mkfifo', [join(app.root, 'pipe.jpg')]);
    expect((await anna.get('/api/preview/thumb/pipe.jpg')).status).toBe(415);
  });
});

describe('the requested size', () => {
  test('an unknown size is refused with the known ones', async () => {
    const reply = await anna.get('/api/preview/huge/photo.jpg');
    expect(reply.status).toBe(400);
    expect(reply.text).toBe(
      '400 Bad Request (huge is not a valid PreviewSize, try [thumb, big])\n',
    );
  });

  test('a preview cannot run, is cached privately, and is an attachment by default', async () => {
    const shown = await anna.get(THUMB);
    expect(shown.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Cookie, X-Auth, X-Share-Password',
      'content-type': 'image/jpeg',
      'content-disposition': "inline; filename*=utf-8''photo.jpg",
      'x-content-type-options': 'nosniff',
    });
    const attached = await anna.get('/api/preview/thumb/photo.jpg');
    expect(attached.headers['content-type']).toBe('application/octet-stream');
    expect(attached.headers['content-disposition']).toMatch(/^attachment/);
  });

  test('HEAD has the same headers, and ranges are parts of the preview', async () => {
    const whole = await anna.get(THUMB);
    const head = await anna.head(THUMB);
    expect(head.headers['content-length']).toBe(String(whole.bytes.length));
    const part = await anna.get(THUMB, { headers: { range: 'bytes=0-9' } });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(whole.bytes.subarray(0, 10))).toBe(true);
  });

  test('a browser with the current preview gets 304 until the file changes', async () => {
    const path = '/api/preview/thumb/changing.jpg';
    await writeFile(join(app.root, 'changing.jpg'), photo);
    const { headers } = await anna.get(path);
    const again = { headers: { 'if-none-match': headers.etag ?? '' } };
    expect((await anna.get(path, again)).status).toBe(304);
    await writeFile(join(app.root, 'new.jpg'), await quarteredPicture(64, 64).jpeg().toBuffer());
    await rename(join(app.root, 'new.jpg'), join(app.root, 'changing.jpg'));
    expect((await anna.get(path, again)).status).toBe(200);
  });
});

test('switched off, thumbnails and smaller pictures are the pictures themselves', async () => {
  const features = { thumbnails: false, resizePreview: false, exec: false, shell: false };
  await using plain = await startTestApp({
    config: { features },
    files: { '/video.mp4': 'video' },
  });
  await writeFile(join(plain.root, 'photo.jpg'), photo);
  const ben = await plain.logIn();
  for (const size of ['thumb', 'big']) {
    const reply = await ben.get(`/api/preview/${size}/photo.jpg?inline=true`);
    expect(reply.headers['content-type']).toBe('image/jpeg');
    expect(reply.bytes.equals(photo)).toBe(true);
  }
  expect((await ben.get('/api/preview/thumb/video.mp4')).status).toBe(415);
});

test('previews in a folder survive a restart, and broken ones are created again', async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'filebrowser-previews-'));
  const config = { previews: { cacheDir, processors: 1, resolution: true } };
  await using first = await startTestApp({ config });
  await writeFile(join(first.root, 'photo.jpg'), photo);
  await writeFile(join(first.root, 'other.jpg'), photo);
  const ben = await first.logIn();
  const made = await ben.get(THUMB);
  const [kept = ''] = await filesBelow(cacheDir);
  const before = await stat(kept);
  expect(before.mode & 0o777).toBe(0o600);
  expect((await ben.get('/api/preview/thumb/other.jpg')).status).toBe(200);
  const broken = (await filesBelow(cacheDir)).find((file) => file !== kept) ?? '';
  await writeFile(broken, 'broken');

  await using second = await first.restart();
  const again = second.client(ben.token);
  expect((await again.get(THUMB)).bytes.equals(made.bytes)).toBe(true);
  expect((await stat(kept)).ino).toBe(before.ino);
  const other = await again.get('/api/preview/thumb/other.jpg');
  expect(await factsOf(other.bytes)).toMatchObject({ format: 'jpeg', width: 256 });
  await rm(cacheDir, { recursive: true, maxRetries: 5 });
}, 40_000);

test('previews of pictures that are deleted, replaced or changed leave the folder', async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'filebrowser-previews-'));
  const config = { previews: { cacheDir, processors: 1, resolution: true } };
  await using first = await startTestApp({ config });
  const ben = await first.logIn();
  const names = ['kept.jpg', 'deleted.jpg', 'replaced.jpg', 'moved.jpg'];
  for (const name of names) {
    await writeFile(join(first.root, name), photo);
    expect((await ben.get(`/api/preview/thumb/${name}`)).status).toBe(200);
  }
  expect(await filesBelow(cacheDir)).toHaveLength(4);
  await ben.delete('/api/resources/deleted.jpg');
  await ben.put('/api/resources/replaced.jpg', { body: 'nothing that can be seen' });
  await ben.patch('/api/resources/moved.jpg?action=rename&destination=/elsewhere.jpg');

  await using second = await first.restart();

  await vi.waitFor(async () => expect(await filesBelow(cacheDir)).toHaveLength(1));
  const [left = ''] = await filesBelow(cacheDir);
  expect((await readFile(left)).includes('/kept.jpg')).toBe(true);
  expect((await second.client(ben.token).get('/api/preview/thumb/elsewhere.jpg')).status).toBe(200);
  await rm(cacheDir, { recursive: true, maxRetries: 5 });
}, 40_000);

test('previews of deleted, replaced or moved files are removed within seconds', async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'filebrowser-previews-'));
  const config = { previews: { cacheDir, processors: 1, resolution: true } };
  await using app = await startTestApp({ config });
  const ben = await app.logIn();
  const names = ['kept.jpg', 'deleted.jpg', 'replaced.jpg', 'moved.jpg', 'a/in.jpg', 'ab/kept.jpg'];
  await mkdir(join(app.root, 'a'));
  await mkdir(join(app.root, 'ab'));
  for (const name of names) {
    await writeFile(join(app.root, name), photo);
    expect((await ben.get(`/api/preview/thumb/${name}`)).status).toBe(200);
  }
  expect(await filesBelow(cacheDir)).toHaveLength(6);

  await ben.delete('/api/resources/deleted.jpg');
  await ben.put('/api/resources/replaced.jpg', { body: 'nothing that can be seen' });
  await ben.patch('/api/resources/moved.jpg?action=rename&destination=/elsewhere.jpg');
  await vi.waitFor(async () => expect(await filesBelow(cacheDir)).toHaveLength(3), IN_SECONDS);
  await ben.delete('/api/resources/a');

  await vi.waitFor(async () => expect(await filesBelow(cacheDir)).toHaveLength(2), IN_SECONDS);
  const left = await Promise.all((await filesBelow(cacheDir)).map((file) => readFile(file)));
  expect(left.every((bytes) => bytes.includes('/kept.jpg'))).toBe(true);
  await rm(cacheDir, { recursive: true, maxRetries: 5 });
}, 40_000);

const IN_SECONDS = { timeout: 10_000, interval: 50 };

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

describe('many at once', () => {
  test('previews of a client that scrolls on do not delay others', async () => {
    const cacheDir = await mkdtemp(join(tmpdir(), 'filebrowser-previews-'));
    const config = { previews: { cacheDir, processors: 1, resolution: true } };
    await using other = await startTestApp({ config });
    const large = await quarteredPicture(4_000, 3_000).png().toBuffer();
    for (let n = 0; n < 24; n += 1) await writeFile(join(other.root, `${n}.png`), large);
    await writeFile(join(other.root, 'photo.jpg'), photo);
    const ben = await other.logIn();
    const paths = Array.from({ length: 24 }, (_, n) => `/api/preview/thumb/${n}.png`);
    await Promise.all(paths.map((path) => askAndLeave(other.url, ben.token ?? '', path)));
    expect((await ben.get('/api/preview/big/photo.jpg')).status).toBe(200);
    // Running decodings are completed, waiting ones are not begun.
    expect((await filesBelow(cacheDir)).length).toBeLessThan(20);
    await rm(cacheDir, { recursive: true, maxRetries: 5 });
  });

  test('a decoder that is killed takes nothing with it', async () => {
    const large = await quarteredPicture(3_000, 2_000).png().toBuffer();
    const names = ['a.png', 'b.png', 'c.png', 'd.png'];
    for (const name of names) await writeFile(join(app.root, name), large);
    await anna.get(THUMB);
    const asked = names.map((name) => anna.get(`/api/preview/thumb/${name}`));
    await vi.waitFor(() => expect(decoders()).not.toEqual([]), { timeout: 10_000, interval: 5 });
    for (const pid of decoders()) process.kill(pid, 'SIGKILL');
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('one picture that many ask for is answered to all of them', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => anna.get(THUMB)));
    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(new Set(replies.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
  });
});

/** Children of this process that decode pictures. */
function decoders(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return children
    .split(' ')
    .filter((pid) => pid !== '')
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-worker'))
    .map(Number);
}

async function askAndLeave(url: string, token: string, path: string): Promise<void> {
  const { port } = new URL(url);
  const asked = request({ port, path, headers: { 'X-Auth': token } });
  asked.on('error', () => undefined);
  asked.end();
  await pause(400);
  asked.destroy();
}

function annasPermissions() {
  return aStoredUser().perm;
}
