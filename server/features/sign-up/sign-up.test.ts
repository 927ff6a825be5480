import { expect, test } from 'vitest';
import { defaultGlobalSettings } from '../../metadata/setting-documents.ts';
import { countUsers, findUserByName } from '../../metadata/users.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';

const PASSWORD = 'Fresh-passw0rd';

function signUp(app: TestApp, username: unknown, password: unknown = PASSWORD) {
  return app.visitor.post('/api/signup', { body: JSON.stringify({ username, password }) });
}

test('unless it is switched on, sign-up is no method of this server, whatever is sent', async () => {
  await using app = await startTestApp();

  expect((await signUp(app, 'anna')).text).toBe('405 Method Not Allowed\n');
  expect((await app.visitor.post('/api/signup')).status).toBe(405);
  expect((await app.visitor.get('/api/signup')).status).toBe(405);
  expect(await findUserByName(app.db.read, 'anna')).toBeUndefined();
});

test('a new user has the defaults without special permissions, and can log in', async () => {
  const { defaults } = defaultGlobalSettings();
  const perm = { ...defaults.perm, admin: true, execute: true };
  const settings = {
    signup: true,
    defaults: { ...defaults, locale: 'fr', perm, commands: ['ls'] },
  };
  await using app = await startTestApp({ settings });

  const reply = await signUp(app, 'anna');

  expect([reply.status, reply.text]).toEqual([200, '200 OK\n']);
  expect(reply.headers['set-cookie']).toBeUndefined();
  expect(await findUserByName(app.db.read, 'anna')).toMatchObject({
    locale: 'fr',
    perm: { admin: false, execute: false, create: true, download: true },
    commands: [],
    lockPassword: false,
  });
  const body = JSON.stringify({ username: 'anna', password: PASSWORD });
  expect((await app.visitor.post('/api/login', { body })).status).toBe(200);
});

test('the language of the sign-up is stored; an unknown one is refused', async () => {
  await using app = await startTestApp({ settings: { signup: true } });
  const account = (username: string, locale: string) =>
    app.visitor.post('/api/signup', {
      body: JSON.stringify({ username, password: PASSWORD, locale }),
    });

  expect((await account('anna', 'pt-br')).status).toBe(200);
  expect(await findUserByName(app.db.read, 'anna')).toMatchObject({ locale: 'pt-br' });
  expect((await account('bob', '<b>')).status).toBe(400);
  expect(await findUserByName(app.db.read, 'bob')).toBeUndefined();
});

test('refusals have the texts that old clients know', async () => {
  await using app = await startTestApp({ settings: { signup: true } });
  await app.addUser({ username: 'bob' });

  expect((await signUp(app, 'anna', 'short')).text).toBe(
    '400 Bad Request (password is too short, minimum length is 12)\n',
  );
  expect((await signUp(app, 'anna', 'qwerty123456')).text).toBe(
    '400 Bad Request (password is too easy)\n',
  );
  expect((await signUp(app, 'bob')).text).toBe('409 Conflict\n');
  expect((await signUp(app, '')).status).toBe(400);
  expect((await signUp(app, 'anna', '')).status).toBe(400);
  expect((await signUp(app, 1, 2)).status).toBe(400);
  expect((await app.visitor.post('/api/signup')).text).toBe('400 Bad Request (EOF)\n');
  expect((await app.visitor.post('/api/signup', { body: '{' })).status).toBe(400);
  expect(await countUsers(app.db.read)).toBe(2);
  expect(await app.filesOnDisk()).toEqual({});
});

test('everyone gets their own home if that is configured', async () => {
  await using app = await startTestApp({ settings: { signup: true, createUserDir: true } });

  expect((await signUp(app, 'teamone-x')).status).toBe(200);
  expect((await signUp(app, 'teamone/x')).status).toBe(409);
  expect((await signUp(app, 'TEAMONE-X')).status).toBe(409);
  for (const nameless of ['..', '-', '/', '日本']) {
    expect((await signUp(app, nameless)).status).toBe(400);
  }

  expect((await findUserByName(app.db.read, 'teamone-x'))?.scope).toBe('/users/teamone-x');
  expect(await app.filesOnDisk()).toEqual({ '/users/teamone-x/': '' });
});

test('a home that an earlier user has left is refused, but an empty folder is used', async () => {
  await using app = await startTestApp({
    settings: { signup: true, createUserDir: true },
    files: { '/users/anna/diary.txt': 'mine', '/users/bob/': '' },
  });

  expect((await signUp(app, 'anna')).text).toBe('409 Conflict\n');
  expect(await findUserByName(app.db.read, 'anna')).toBeUndefined();
  expect((await signUp(app, 'bob')).status).toBe(200);
  expect(await app.filesOnDisk()).toEqual({ '/users/anna/diary.txt': 'mine', '/users/bob/': '' });
});

test('of many concurrent sign-ups with one name, one gets it with its home', async () => {
  await using app = await startTestApp({ settings: { signup: true, createUserDir: true } });

  const replies = await Promise.all(Array.from({ length: 6 }, () => signUp(app, 'anna')));

  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409, 409, 409, 409,
  ]);
  expect(await app.filesOnDisk()).toEqual({ '/users/anna/': '' });
});

test('a page of another origin cannot sign anyone up', async () => {
  await using app = await startTestApp({ settings: { signup: true } });
  const body = JSON.stringify({ username: 'anna', password: PASSWORD });

  const reply = await app.visitor.post('/api/signup', {
    body,
    headers: { origin: 'https://elsewhere.example' },
  });

  expect(reply.status).toBe(403);
  expect(await findUserByName(app.db.read, 'anna')).toBeUndefined();
});

test('one address cannot ask for ever', async () => {
  await using app = await startTestApp({ settings: { signup: true } });

  const statuses: number[] = [];
  let waitSeconds: string | undefined;
  for (let attempt = 0; attempt < 32; attempt += 1) {
    const { status, headers } = await signUp(app, 'anna', 'short');
    statuses.push(status);
    waitSeconds = headers['retry-after'];
  }

  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 400));
  expect(statuses.slice(30)).toEqual([429, 429]);
  expect(Number(waitSeconds)).toBeGreaterThan(0);
});

test('a home above that of another user is refused, whether it exists or not', async () => {
  await using app = await startTestApp({ settings: { signup: true, createUserDir: true } });
  await app.addUser({ username: 'bob', scope: '/users/Team/bob' });

  expect((await signUp(app, 'team')).status).toBe(409);
  expect((await signUp(app, 'tea')).status).toBe(200);
  expect(await findUserByName(app.db.read, 'team')).toBeUndefined();
});
