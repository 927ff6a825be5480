import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { shareOf } from '../testing/shares.ts';

const SECRET = 'the text of a private key';

let app: TestApp;
let anna: Client;
let share: string;

beforeAll(async () => {
  app = await startTestApp({
    files: {
      '/anna/docs/a.txt': 'open',
      '/anna/docs/.git/refs/head.txt': SECRET,
      '/anna/.ssh/id_rsa': SECRET,
      '/anna/.ssh/keys/b.txt': SECRET,
      '/anna/.ssh/video.srt': SECRET,
      '/anna/.ssh/a.png': SECRET,
    },
  });
  const options = { username: 'anna', scope: '/anna', hideDotfiles: true };
  anna = await app.logIn(options);
  share = (await shareOf(anna, '/docs/')).hash;
});
afterAll(() => app[Symbol.asyncDispose]());

test.each([
  ['GET', '/api/raw/.ssh/id_rsa'],
  ['GET', '/api/raw/.ssh/id_rsa?inline=true'],
  ['GET', '/api/raw/.ssh/keys/'],
  ['GET', '/api/raw/?files=/.ssh/id_rsa&algo=zip'],
  ['GET', '/api/resources/.ssh/keys/'],
  ['GET', '/api/resources/.ssh/id_rsa'],
  ['GET', '/api/resources/.ssh/id_rsa?checksum=sha256'],
  ['GET', '/api/resources/recursive/.ssh/keys/'],
  ['GET', '/api/preview/thumb/.ssh/a.png'],
  ['GET', '/api/subtitle/.ssh/video.srt'],
  ['GET', '/api/search/.ssh/keys/?query=b'],
  ['GET', '/api/usage/.ssh/keys/'],
  ['POST', '/api/share/.ssh/keys/'],
  ['POST', '/api/share/.ssh/id_rsa'],
  ['POST', '/api/resources/.ssh/new.txt'],
  ['POST', '/api/resources/.ssh/new/'],
  ['PUT', '/api/resources/.ssh/id_rsa'],
  ['DELETE', '/api/resources/.ssh/id_rsa'],
  ['PATCH', '/api/resources/.ssh/id_rsa?action=copy&destination=/stolen'],
  ['PATCH', '/api/resources/.ssh/id_rsa?action=rename&destination=/stolen'],
  ['PATCH', '/api/resources/docs/a.txt?action=copy&destination=/.ssh/keys/a.txt'],
])('%s %s is refused to a user who hides dot files', async (method, path) => {
  const before = await app.filesOnDisk();

  const reply = await anna.send(method, path, method === 'GET' ? {} : { body: '{}' });

  expect(reply.status).toBe(403);
  expect(reply.text).not.toContain(SECRET);
  expect(await app.filesOnDisk()).toEqual(before);
});

test('an upload below a hidden folder is refused before any byte is stored', async () => {
  const before = await app.filesOnDisk();

  const begun = await anna.post('/api/tus/.ssh/authorized_keys', {
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '4' },
  });

  expect(begun.status).toBe(403);
  expect(await app.filesOnDisk()).toEqual(before);
});

test.each(['dl', 'share'])(
  'visitors of a share of such a user reach nothing below a hidden folder (%s)',
  async (call) => {
    const reply = await app.visitor.get(`/api/public/${call}/${share}/.git/refs/head.txt`);

    expect(reply.status).toBe(403);
    expect((await app.visitor.get(`/api/public/${call}/${share}/a.txt`)).status).toBe(200);
  },
);

test('searches, recursive listings and archives do not contain entries of hidden folders', async () => {
  const replies = await Promise.all([
    anna.get('/api/search/?query=txt'),
    anna.get('/api/resources/recursive/'),
    anna.get('/api/raw/?algo=tar'),
    app.visitor.get(`/api/public/dl/${share}/?algo=tar`),
  ]);

  for (const reply of replies) {
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('a.txt');
    expect(reply.text).not.toMatch(/head\.txt|b\.txt|the text of/);
  }
});
