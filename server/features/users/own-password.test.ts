import type { User } from '#contract/users.ts';
import { expect, test } from 'vitest';
import { readGlobalSettings, writeGlobalSettings } from '../../metadata/settings.ts';
import { startTestApp, PASSWORD, type TestApp, type TestAppOptions } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const NEW_PASSWORD = 'Another-g00d-one';
const EVERYTHING = { ...aStoredUser().perm, admin: true };
const REQUIRED: TestAppOptions = { config: { users: { requireCurrentPassword: true } } };

async function idOf(app: TestApp, username: string): Promise<number> {
  const { id } = await app.db.read
    .selectFrom('user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return id;
}

function change(who: Client, id: number, password: string, current?: string) {
  const body = JSON.stringify({
    what: 'user',
    which: ['password'],
    ...(current !== undefined && { current_password: current }),
    data: { id, password },
  });
  return who.put(`/api/users/${id}`, { body });
}

async function canLogIn(app: TestApp, username: string, password: string): Promise<boolean> {
  const body = JSON.stringify({ username, password });
  return (await app.visitor.post('/api/login', { body })).status === 200;
}

async function again(app: TestApp, username: string): Promise<Client> {
  const body = JSON.stringify({ username, password: PASSWORD });
  return app.client((await app.visitor.post('/api/login', { body })).text);
}

test('a new password applies at once and ends all other sessions', async () => {
  await using app = await startTestApp();
  const here = await app.logIn({ username: 'anna' });
  const elsewhere = await again(app, 'anna');
  const id = await idOf(app, 'anna');

  expect((await change(here, id, NEW_PASSWORD, PASSWORD)).text).toBe('200 OK\n');

  expect((await here.get(`/api/users/${id}`)).status).toBe(200);
  expect((await elsewhere.get(`/api/users/${id}`)).status).toBe(401);
  expect(await canLogIn(app, 'anna', PASSWORD)).toBe(false);
  expect(await canLogIn(app, 'anna', NEW_PASSWORD)).toBe(true);
});

test('a password that breaks the rules is refused in the words that old clients read', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn({ username: 'anna' });
  const id = await idOf(app, 'anna');

  for (const [password, reason] of [
    ['', 'password is too short, minimum length is 12'],
    ['short', 'password is too short, minimum length is 12'],
    ['qwerty123456', 'password is too easy'],
    ['x'.repeat(1_025), 'password is too long, maximum length is 1024'],
  ] as const) {
    expect((await change(anna, id, password)).text).toBe(`400 Bad Request (${reason})\n`);
  }
  expect(await canLogIn(app, 'anna', PASSWORD)).toBe(true);
});

test('a wrong current password is refused wherever it is sent; none is fine unless it is required', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn({ username: 'anna' });
  const id = await idOf(app, 'anna');

  const refused = await change(anna, id, NEW_PASSWORD, 'wrong');
  expect(refused.text).toBe('400 Bad Request (the current password is incorrect)\n');
  expect((await change(anna, id, NEW_PASSWORD)).status).toBe(200);
});

test('everything but preferences needs the current password if that is configured', async () => {
  await using app = await startTestApp(REQUIRED);
  const admin = await app.logIn({ username: 'boss', perm: EVERYTHING });
  const { id } = await app.addUser({ username: 'anna' });
  const put = (which: string[], data: object, current?: string) =>
    admin.put(`/api/users/${id}`, {
      body: JSON.stringify({ what: 'user', which, current_password: current, data }),
    });
  const shown = (await admin.get(`/api/users/${id}`)).json<User>();
  const user = { username: 'new', password: NEW_PASSWORD };
  const post = (current?: string) =>
    admin.post('/api/users', {
      body: JSON.stringify({ what: 'user', which: [], current_password: current, data: user }),
    });

  for (const which of ['scope', 'rules', 'lockPassword', 'all']) {
    const replies = [await put([which], shown), await put([which], shown, '')];
    expect([which, ...replies.map(({ status }) => status)]).toEqual([which, 400, 400]);
    expect((await put([which], shown, PASSWORD)).status).toBe(200);
  }
  expect((await put([], shown)).status).toBe(400);
  expect((await put(['locale'], { locale: 'de' })).status).toBe(200);
  expect((await post()).text).toBe('400 Bad Request (the current password is incorrect)\n');
  expect((await post(PASSWORD)).status).toBe(201);
  expect((await admin.delete(`/api/users/${id}`)).status).toBe(400);
  const body = JSON.stringify({ current_password: PASSWORD });
  expect((await admin.delete(`/api/users/${id}`, { body })).status).toBe(200);
});

test('no password is required with an auth method without passwords', async () => {
  await using app = await startTestApp(REQUIRED);
  const anna = await app.logIn({ username: 'anna' });
  const id = await idOf(app, 'anna');
  const settings = await readGlobalSettings(app.db.read);
  await app.db.write((tx) => writeGlobalSettings(tx, { ...settings, authMethod: 'hook' }));

  expect((await change(anna, id, NEW_PASSWORD)).status).toBe(200);
});

test('a locked password is not for its user to change, and for an administrator it is', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn({ username: 'anna', lockPassword: true });
  const id = await idOf(app, 'anna');
  const admin = await app.logIn({ username: 'boss', perm: EVERYTHING });

  expect((await change(anna, id, NEW_PASSWORD, PASSWORD)).status).toBe(403);
  expect((await change(admin, id, NEW_PASSWORD, PASSWORD)).status).toBe(200);

  expect(await canLogIn(app, 'anna', NEW_PASSWORD)).toBe(true);
  expect((await anna.get(`/api/users/${id}`)).status).toBe(401);
});

test('failed attempts with the current password are limited', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn({ username: 'anna' });
  const id = await idOf(app, 'anna');

  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    statuses.push((await change(anna, id, NEW_PASSWORD, `guess ${guess}`)).status);
  }

  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400));
  expect(statuses.slice(10)).toEqual([429, 429]);
});
