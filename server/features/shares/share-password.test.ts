import { afterEach, expect, test, vi } from 'vitest';
import type { PublicFile, PublicFolder, ShareUses } from '#contract/shares.ts';
import { SHARE_PASSWORD_HEADER } from '#contract/shares.ts';
import { removeShare } from '../../metadata/shares.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { until } from '../../testing/open-request.ts';
import { shareOf } from '../../testing/shares.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const HOUR_MS = 3_600_000;

interface Scene extends AsyncDisposable {
  readonly app: TestApp;
  readonly anna: Client;
  readonly hash: string;
  /** Sends the password in the header, for a path below the hash. */
  tell(password: string | undefined, path?: string): Promise<Reply>;
}

/** Anna has shared /docs/ with a password. */
async function shared(password = 'p'): Promise<Scene> {
  const app = await startTestApp({ files: { '/docs/b.txt': 'bee', '/docs/sub/c.txt': 'sea' } });
  const anna = await app.logIn();
  const { hash } = await shareOf(anna, '/docs/', { password });
  return {
    app,
    anna,
    hash,
    tell: (reply, path = `share/${hash}`) =>
      app.visitor.get(`/api/public/${path}`, {
        headers: reply === undefined ? {} : { [SHARE_PASSWORD_HEADER]: reply },
      }),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

function tokenIn(reply: Reply): string {
  return reply.json<PublicFolder>().token ?? '';
}

test('without the password nothing is revealed, and the browser does not ask for one', async () => {
  await using scene = await shared();
  const { app, hash, tell } = scene;
  for (const path of [`share/${hash}`, `share/${hash}/none`, `dl/${hash}/b.txt`, `dl/${hash}/`]) {
    for (const password of [undefined, '', 'q', 'P', 'p%', '%zz']) {
      const reply = await tell(password, path);
      expect([path, password, reply.status]).toEqual([path, password, 401]);
      expect(reply.text).toBe('401 Unauthorized\n');
      expect(reply.headers).not.toHaveProperty('www-authenticate');
      if (password !== undefined && password !== '') {
        // Enough of them.
        vi.spyOn(performance, 'now').mockReturnValue(performance.now() + HOUR_MS);
      }
    }
  }
  const body = JSON.stringify({ folder: '/', names: ['b.txt'] });
  expect((await app.visitor.post(`/api/public/selections/${hash}`, { body })).status).toBe(401);
  expect((await tell(undefined, `preview/thumb/${hash}/b.txt`)).status).toBe(401);
});

test('the password gives access to every call, and so does a token', async () => {
  await using scene = await shared();
  const { app, hash, tell } = scene;
  const reply = await tell('p');
  const token = tokenIn(reply);
  expect([reply.status, token]).toEqual([200, expect.stringMatching(/^[\w-]{128}$/)]);
  expect(tokenIn(await tell('p', `share/${hash}/sub`))).toMatch(/^[\w-]{128}$/);
  expect((await tell('p', `dl/${hash}/b.txt`)).text).toBe('bee');

  const asked = (path: string) => app.visitor.get(`/api/public/${path}?token=${token}`);
  expect((await asked(`dl/${hash}/b.txt`)).text).toBe('bee');
  expect((await asked(`dl/${hash}/`)).status).toBe(200);
  expect((await app.visitor.head(`/api/public/dl/${hash}/?token=${token}`)).status).toBe(200);
  expect((await asked(`share/${hash}/sub`)).status).toBe(200);
  const again = await asked(`share/${hash}`);
  // Using the token does not extend its validity.
  expect(tokenIn(again)).toBe(token);
  expect((await tell('p', `share/${hash}?token=wrong`)).status).toBe(200);
  expect((await tell(undefined, `share/${hash}?token=${token.slice(0, -1)}`)).status).toBe(401);
});

test('a token of a file by itself works as well', async () => {
  await using scene = await shared();
  const { app, anna, tell } = scene;
  const { hash } = await shareOf(anna, '/docs/b.txt', { password: 'other' });
  const description = await tell('other', `share/${hash}`);
  const { token, path } = description.json<PublicFile>();
  expect(path).toBe('');
  const reply = await app.visitor.get(`/api/public/dl/${hash}/any.txt?token=${token}`);
  expect(reply.text).toBe('bee');
});

test('a token gives access to its own share, for twelve hours', async () => {
  await using scene = await shared();
  const { app, anna, hash, tell } = scene;
  const { hash: other } = await shareOf(anna, '/docs/', { password: 'p' });
  const token = tokenIn(await tell('p'));
  const ask = async (link: string) =>
    (await app.visitor.get(`/api/public/dl/${link}/b.txt?token=${token}`)).status;
  expect([await ask(hash), await ask(other)]).toEqual([200, 401]);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * HOUR_MS });
  expect(await ask(hash)).toBe(200);
  vi.setSystemTime(Date.now() + HOUR_MS + 1_000);
  expect(await ask(hash)).toBe(401);
  await app.db.write((tx) => removeShare(tx, hash));
  expect(await ask(hash)).toBe(404);
});

test('a session is not a share token, and a share token not a session', async () => {
  await using scene = await shared();
  const { app, anna, hash, tell } = scene;
  const token = tokenIn(await tell('p'));
  const session = await app.visitor.get(`/api/public/share/${hash}?token=${anna.token}`);
  expect(session.status).toBe(401);
  for (const text of [token, `${token}.${token}.${token}`]) {
    expect((await app.client(text).get('/api/resources/')).status).toBe(401);
  }
});

test.each([
  ['encoded as pages do', 'ü +%&', '%C3%BC+%2B%25%26'],
  ['encoded, with %20', 'ü +%&', '%C3%BC%20%2B%25%26'],
  ['as it is', 'ü+x', Buffer.from('ü+x').toString('latin1')],
  ['as it is, with a plus', 'a+b', 'a+b'],
  ['as it is, though it looks encoded', '%41', '%41'],
  ['as it is, and no encoding', '100%', '100%'],
])('a password may be sent %s', async (_, password, header) => {
  await using scene = await shared(password);
  expect((await scene.tell(header)).status).toBe(200);
});

test('guesses at a share are limited, without affecting visitors who knew the password', async () => {
  await using scene = await shared();
  const { app, anna, hash, tell } = scene;
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  const token = tokenIn(await tell('p'));
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await tell(`wrong ${guess}`)).status).toBe(401);
  }
  const refused = await tell('p');
  expect([refused.status, refused.text]).toEqual([429, '429 Too Many Requests\n']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await tell(undefined)).status).toBe(401);
  expect((await tell(undefined, `share/${hash}?token=${token}`)).status).toBe(200);

  const { hash: other } = await shareOf(anna, '/docs/', { password: 'p' });
  expect((await tell('p', `share/${other}`)).status).toBe(200);
  now.mockReturnValue(1_000_000 + 1_000 * Number(refused.headers['retry-after']));
  expect((await tell('p')).status).toBe(200);
  expect((await app.visitor.get('/health')).status).toBe(200);
});

test('pages that send the right password with very many calls at once are not slowed down', async () => {
  await using scene = await shared();
  const { hash, tell } = scene;
  for (let round = 0; round < 2; round += 1) {
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => tell('p', `dl/${hash}/b.txt`)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  }
});

test('one guess counts once, however often it is made at the same moment', async () => {
  await using scene = await shared();
  const { anna, hash, tell } = scene;
  await Promise.all(Array.from({ length: 20 }, () => tell('q')));
  const uses = async () =>
    (await anna.get(`/api/links/${hash}/uses`)).json<ShareUses>().uses.map(({ kind }) => kind);
  await until(async () => (await uses()).length > 0);
  expect((await uses()).length).toBeLessThan(11);
  expect(new Set(await uses())).toEqual(new Set(['wrong-password']));
});

test('guesses at many hashes are limited, while a page with an expired share is not affected', async () => {
  await using scene = await shared();
  const { app, anna, tell } = scene;
  const { hash } = await shareOf(anna, '/docs/');
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000);
  const ask = async (link: string) => (await app.visitor.get(`/api/public/dl/${link}`)).status;
  for (let call = 0; call < 250; call += 1) expect(await ask('thesame1')).toBe(404);
  expect(await ask(hash)).toBe(200);
  for (let call = 0; call < 199; call += 1) expect(await ask(`guess${call}`)).toBe(404);

  expect(await ask('onemore1')).toBe(429);
  expect(await ask(hash)).toBe(200);
  expect((await tell('p')).status).toBe(429);
  now.mockReturnValue(1_001_000);
  expect((await tell('p')).status).toBe(200);
});
