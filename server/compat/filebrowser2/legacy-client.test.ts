import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { runCli } from '../../testing/cli.ts';
import { temporaryFolder } from '../../testing/engines.ts';
import { answerOf, legacyDatabase } from './recorded-databases.test-tools.ts';

const NAME = 'v2.63.0';
const UTF8_NAME = '/Fotos%20%C3%A4/';

/** Starts a migrated server. Returns it with the data of ann's script. */
async function movedIn() {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'old.db'), legacyDatabase(NAME));
  await runCli(['import', 'old.db', '--database', 'new.db'], { folder });
  const app = await startTestApp({
    files: { '/home/ann/a.txt': 'hello', '/home/ann/docs/b.txt': 'b' },
    config: { database: { kind: 'sqlite', file: join(folder, 'new.db') } },
  });
  const { users, shares, records } = answerOf(NAME);
  return {
    app,
    password: users.find(({ username }) => username === 'ann')?.plain_password ?? '',
    link: shares.find(({ path, owner }) => path === '/a.txt' && owner === 'ann')?.hash ?? '',
    key: Buffer.from(String(records.config.settings['key']), 'base64'),
  };
}

/** Returns a token as File Browser 2 signs it: valid for hours, and without a session. */
function oldToken(key: Buffer): string {
  const now = Math.floor(Date.now() / 1_000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const user = { id: 2, username: 'ann', perm: { admin: true } };
  const claims = { user, iss: 'File Browser', iat: now, exp: now + 7_200 };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

// For a migration, a server, and archives and searches in threads of their own.
const LIMIT_MS = 60_000;

test(
  'a script for File Browser 2 works unchanged after it has logged in again',
  { timeout: LIMIT_MS },
  async () => {
    const { app: served, password, link, key } = await movedIn();
    await using app = served;

    // An old token is not accepted, so the client has to log in again.
    const before = app.client(oldToken(key));
    expect((await before.get('/api/resources/')).status).toBe(401);
    expect((await before.post('/api/renew')).status).toBe(401);

    const credentials = JSON.stringify({ username: 'ann', password, recaptcha: '' });
    const login = await app.visitor.post('/api/login', { body: credentials });
    expect(login.status).toBe(200);
    const renewed = await app.client(login.text).post('/api/renew');
    expect(renewed.status).toBe(200);
    const ann = app.client(renewed.text);

    const folder = await ann.post(`/api/resources${UTF8_NAME}`);
    expect([folder.status, folder.text]).toEqual([200, '200 OK\n']);
    const upload = await ann.post(`/api/resources${UTF8_NAME}one.bin?override=true`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: Buffer.from([0, 1, 2, 255]),
    });
    expect(upload.status).toBe(200);

    const tus = `/api/tus${UTF8_NAME}two.txt`;
    const created = await ann.post(`${tus}?override=false`, { headers: { 'Upload-Length': '10' } });
    expect([created.status, created.headers['location']]).toEqual([201, tus]);
    const chunk = (offset: number, body: string) =>
      ann.patch(tus, {
        headers: {
          'Upload-Offset': String(offset),
          'Content-Type': 'application/offset+octet-stream',
        },
        body,
      });
    expect((await chunk(0, 'four')).headers['upload-offset']).toBe('4');
    expect((await ann.head(tus)).headers['upload-offset']).toBe('4');
    expect((await chunk(4, 'and six')).status).toBe(413);
    expect((await chunk(4, 'andsix')).status).toBe(204);

    const listing = await ann.get(`/api/resources${UTF8_NAME}`);
    expect(listing.json()).toMatchObject({
      isDir: true,
      numFiles: 2,
      items: expect.arrayContaining([
        expect.objectContaining({ name: 'one.bin', size: 4, isDir: false }),
        expect.objectContaining({ name: 'two.txt', size: 10, type: expect.any(String) }),
      ]),
    });
    const query = `action=rename&destination=${encodeURIComponent('/docs/moved.txt')}`;
    const moved = await ann.patch(`/api/resources${UTF8_NAME}two.txt?${query}`);
    expect(moved.status).toBe(200);
    expect((await ann.get('/api/raw/docs/moved.txt')).text).toBe('fourandsix');
    expect((await ann.get('/api/raw/docs?algo=zip')).bytes.subarray(0, 2).toString()).toBe('PK');
    const search = await ann.get('/api/search/docs/?query=moved');
    expect(JSON.parse(search.text.trim())).toMatchObject({ dir: false, path: 'moved.txt' });

    const shared = await ann.post('/api/share/docs/moved.txt', {
      body: JSON.stringify({ password: '', expires: '24', unit: 'hours' }),
    });
    const { hash } = shared.json<{ hash: string }>();
    expect((await app.visitor.get(`/api/public/dl/${hash}/moved.txt`)).text).toBe('fourandsix');
    expect((await ann.get('/api/shares')).json()).toContainEqual(expect.objectContaining({ hash }));
    expect((await ann.delete(`/api/share/${hash}`)).status).toBe(200);
    expect((await app.visitor.get(`/api/public/dl/${link}`)).text).toBe('hello');

    expect((await ann.delete('/api/resources/docs/moved.txt')).status).toBe(204);
    const seen = (await ann.get('/api/users/2')).json<object>();
    const saved = await ann.put('/api/users/2', {
      body: JSON.stringify({
        what: 'user',
        which: ['locale'],
        data: { ...seen, locale: 'fr' },
        current_password: password,
      }),
    });
    expect(saved.status).toBe(200);
    expect(await app.filesOnDisk()).toEqual({
      '/home/ann/a.txt': 'hello',
      '/home/ann/docs/b.txt': 'b',
      '/home/ann/Fotos ä/one.bin': Buffer.from([0, 1, 2, 255]).toString(),
    });
  },
);
