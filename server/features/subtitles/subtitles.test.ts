import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { isInstalled, outputOf } from '../../testing/programs.ts';
import { encodeForTest } from './convert/encode.test-tools.ts';

const SRT = '1\n00:00:01,000 --> 00:00:02,500\nHello<br>world\n';
const AS_VTT = 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nHello\nworld\n';

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

async function put(app: TestApp, path: string, contents: string | Uint8Array): Promise<void> {
  await writeFile(join(app.root, path), contents);
}

test('SubRip is sent as WebVTT, inline and cached privately', async () => {
  await using app = await startTestApp({ files: { '/videos/Movie.en.srt': SRT } });
  const anna = await app.logIn();

  const reply = await anna.get('/api/subtitle/videos/Movie.en.srt?inline=true');

  expect(reply.status).toBe(200);
  expect(reply.text).toBe(AS_VTT);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/vtt',
    'content-disposition': "inline; filename*=utf-8''Movie.en.srt",
    'content-length': String(AS_VTT.length),
    'cache-control': 'private, no-cache',
    vary: 'Cookie, X-Auth, X-Share-Password',
    'x-content-type-options': 'nosniff',
  });
  expect(reply.headers['content-security-policy']).toContain('sandbox');
});

test('subtitles are an attachment by default, and HEAD has the same headers', async () => {
  await using app = await startTestApp({ files: { '/a.srt': SRT } });
  const anna = await app.logIn();

  const got = await anna.get('/api/subtitle/a.srt');
  const head = await anna.head('/api/subtitle/a.srt');

  expect(got.headers).toMatchObject({
    'content-type': 'text/vtt',
    'content-disposition': "attachment; filename*=utf-8''a.srt",
  });
  expect(head.status).toBe(200);
  expect(head.headers['content-length']).toBe(String(AS_VTT.length));
  expect(head.headers['etag']).toBe(got.headers['etag']);
  expect(head.text).toBe('');
});

test('ranges and conditional requests are supported', async () => {
  await using app = await startTestApp({ files: { '/a.srt': SRT } });
  const anna = await app.logIn();

  const part = await anna.get('/api/subtitle/a.srt', { headers: { range: 'bytes=0-5' } });
  const again = await anna.get('/api/subtitle/a.srt', {
    headers: { 'if-none-match': String(part.headers['etag']) },
  });
  await put(app, 'a.srt', SRT.replace('world', 'World'));
  const changed = await anna.get('/api/subtitle/a.srt', {
    headers: { 'if-none-match': String(part.headers['etag']) },
  });

  expect([part.status, part.text]).toEqual([206, 'WEBVTT']);
  expect(part.headers['content-range']).toBe(`bytes 0-5/${AS_VTT.length}`);
  expect(again.status).toBe(304);
  expect([changed.status, changed.text]).toEqual([200, AS_VTT.replace('world', 'World')]);
});

test('the name’s ending counts in any case, and the contents in any encoding', async () => {
  await using app = await startTestApp();
  const words = 'Здравствуйте, как ваши дела? Спасибо, всё хорошо.';
  await put(app, 'UPPER.SRT', encodeForTest('windows-1251', SRT.replace('Hello', words)));
  await put(
    app,
    'a.Vtt',
    encodeForTest('utf-16le', `\ufeffWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nж\r\n`),
  );
  const anna = await app.logIn();

  expect((await anna.get('/api/subtitle/UPPER.SRT')).text).toBe(AS_VTT.replace('Hello', words));
  expect((await anna.get('/api/subtitle/a.Vtt')).text).toBe(
    'WEBVTT\n\n00:01.000 --> 00:02.000\nж\n',
  );
});

test('a file without cues is an empty track, not a failure', async () => {
  await using app = await startTestApp({ files: { '/a.srt': '', '/b.ass': 'no cues here' } });
  const anna = await app.logIn();

  for (const name of ['a.srt', 'b.ass']) {
    const reply = await anna.get(`/api/subtitle/${name}`);
    expect([reply.status, reply.text]).toEqual([200, 'WEBVTT\n']);
  }
});

test('the permission to download is required', async () => {
  await using app = await startTestApp({ files: { '/a.srt': SRT, '/a.txt': 'x' } });
  const anna = await app.logIn({ perm: { ...everything, download: false } });

  for (const name of ['a.srt', 'a.txt', 'none.srt']) {
    expect((await anna.get(`/api/subtitle/${name}`)).status).toBe(403);
  }
  expect((await app.visitor.get('/api/subtitle/a.srt')).status).toBe(401);
});

test('subtitles that a rule hides, or outside the home, are not revealed', async () => {
  await using app = await startTestApp({
    files: { '/home/a.srt': SRT, '/home/secret.srt': SRT, '/other/b.srt': SRT },
  });
  const anna = await app.logIn({
    scope: '/home',
    rules: [{ regex: false, allow: false, path: '/secret.srt', regexp: null }],
  });

  expect((await anna.get('/api/subtitle/a.srt')).status).toBe(200);
  expect((await anna.get('/api/subtitle/secret.srt')).status).toBe(403);
  expect((await anna.get('/api/subtitle/other/b.srt')).status).toBe(404);
});

test('folders and other files are refused, missing ones are not found', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'x', '/Subs/a.srt': SRT } });
  await mkdir(join(app.root, 'folder.srt'));
  const anna = await app.logIn();

  for (const path of ['a.txt', 'Subs', 'folder.srt', '', 'none.txt']) {
    expect((await anna.get(`/api/subtitle/${path}`)).status).toBe(400);
  }
  expect((await anna.get('/api/subtitle/none.srt')).status).toBe(404);
});

test('nine megabytes are no subtitles', async () => {
  await using app = await startTestApp();
  await put(app, 'huge.srt', Buffer.alloc(9 * 1024 * 1024, SRT));
  const anna = await app.logIn();

  expect((await anna.get('/api/subtitle/huge.srt')).status).toBe(413);
});

test('many concurrent conversions succeed, and do not block other requests', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'x' } });
  await put(app, 'long.srt', SRT.replace('00:00:02', '00:10:02').repeat(20_000));
  const anna = await app.logIn();

  let ready = 0;
  const tracks = Array.from({ length: 6 }, async () => {
    const { status } = await anna.get('/api/subtitle/long.srt');
    ready += 1;
    return status;
  });
  for (let time = 0; time < 3; time += 1) await anna.get('/api/resources/a.txt');

  expect(ready).toBeLessThan(6);
  expect(await Promise.all(tracks)).toEqual(Array.from({ length: 6 }, () => 200));
});

test('an unreadable file is refused with an explanation, without a 500', async () => {
  await using app = await startTestApp({ files: { '/a.srt': SRT } });
  await chmod(join(app.root, 'a.srt'), 0);
  const anna = await app.logIn();

  expect((await anna.get('/api/subtitle/a.srt')).status).toBe(process.getuid?.() === 0 ? 200 : 403);
});

test('subtitles made by ffmpeg are parsed correctly', async () => {
  expect(isInstalled('ffmpeg')).toBe(true);
  await using app = await startTestApp({
    files: {
      '/a.srt': `${SRT}\n2\n00:01:03,120 --> 00:01:04,000\n<i>Leise</i>, „Grüße“, yes\n`,
    },
  });
  outputOf('ffmpeg', ['-v', 'error', '-i', 'a.srt', 'b.ass'], app.root);
  outputOf('ffmpeg', ['-v', 'error', '-i', 'a.srt', 'c.vtt'], app.root);
  outputOf('ffmpeg', ['-v', 'error', '-i', 'b.ass', 'd.srt'], app.root);
  const anna = await app.logIn();

  for (const name of ['b.ass', 'c.vtt', 'd.srt']) {
    const { text } = await anna.get(`/api/subtitle/${name}`);
    const cues = text
      .replace(/^(?=\d\d:\d\d\.)/gm, '00:')
      .replace(/^(\S+ --> )(?=\d\d:\d\d\.)/gm, '$100:')
      .replace(/^\d+\n|<\/?i>/gm, '');
    expect(cues.trimEnd()).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\nworld\n\n00:01:03.120 --> 00:01:04.000\nLeise, „Grüße“, yes',
    );
  }
});
