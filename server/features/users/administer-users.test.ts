import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rule, User, UserPermissions } from '#contract/users.ts';
import { expect, test } from 'vitest';
import { findUserById, findUserByName } from '../../metadata/users.ts';
import { setClockForward } from '../../testing/clock.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const PASSWORD = 'Brand-new-passw0rd';
const EVERYTHING: UserPermissions = { ...aStoredUser().perm, admin: true };
const SOME: UserPermissions = { ...aStoredUser().perm, share: false, download: false };

function post(who: Client, data: object, more: object = {}) {
  const body = JSON.stringify({ what: 'user', which: [], ...more, data });
  return who.post('/api/users', { body });
}

function put(who: Client, id: number, which: readonly string[], data: object) {
  const body = JSON.stringify({ what: 'user', which, data });
  return who.put(`/api/users/${id}`, { body });
}

function logInAdmin(app: TestApp): Promise<Client> {
  return app.logIn({ username: 'boss', perm: EVERYTHING });
}

async function userNamed(app: TestApp, username: string) {
  const user = await findUserByName(app.db.read, username);
  if (user === undefined) throw new Error(`there is no ${username}`);
  return user;
}

test('needs the permission to administer, or the own record', async () => {
  await using app = await startTestApp();
  const admin = await logInAdmin(app);
  const anna = await app.logIn({ username: 'anna' });
  const locked = await app.logIn({ username: 'otto', lockPassword: true });
  const { id } = await userNamed(app, 'anna');
  const { id: other } = await app.addUser({ username: 'third' });
  const newOne = JSON.stringify({ what: 'user', data: { username: 'x', password: PASSWORD } });
  const locale = JSON.stringify({ what: 'user', which: ['locale'], data: { locale: 'de' } });

  const calls = [
    ['GET', '/api/users', undefined, { anon: 401, anna: 403, locked: 403, admin: 200 }],
    ['POST', '/api/users', newOne, { anon: 401, anna: 403, locked: 403, admin: 201 }],
    ['GET', `/api/users/${id}`, undefined, { anon: 401, anna: 200, locked: 403, admin: 200 }],
    ['GET', `/api/users/${other}`, undefined, { anon: 401, anna: 403, locked: 403, admin: 200 }],
    ['GET', '/api/users/99', undefined, { anon: 401, anna: 403, locked: 403, admin: 404 }],
    ['GET', `/api/users/0${id}`, undefined, { anon: 401, anna: 403, locked: 403, admin: 404 }],
    ['GET', '/api/users/99999999999999999999', undefined, { anna: 404, admin: 404 }],
    ['GET', `/api/users/${id}/belongings`, undefined, { anon: 401, anna: 403, admin: 200 }],
    ['GET', '/api/users/99/belongings', undefined, { anna: 403, admin: 404 }],
    ['PUT', `/api/users/${id}`, locale, { anon: 401, anna: 200, locked: 403, admin: 200 }],
    ['PUT', `/api/users/${other}`, locale, { anon: 401, anna: 403, locked: 403, admin: 200 }],
    ['PUT', '/api/users/99', locale, { anon: 401, anna: 403, locked: 403, admin: 404 }],
    ['DELETE', '/api/users/99', undefined, { anon: 401, anna: 403, locked: 403, admin: 404 }],
    ['DELETE', `/api/users/${other}`, undefined, { anon: 401, anna: 403, locked: 403, admin: 200 }],
    ['DELETE', `/api/users/${id}`, undefined, { anon: 401, locked: 403, anna: 200 }],
    ['PATCH', '/api/users', undefined, { anon: 405, admin: 405 }],
  ] as const;
  const people: Readonly<Record<string, Client>> = { anon: app.visitor, anna, locked, admin };

  for (const [method, path, body, message] of calls) {
    for (const [name, status] of Object.entries(message)) {
      const who = people[name] ?? app.visitor;
      const reply = await who.send(method, path, body === undefined ? {} : { body });
      expect([method, path, name, reply.status]).toEqual([method, path, name, status]);
    }
  }
});

test('administrators list all users by id, with the last use and without passwords', async () => {
  await using app = await startTestApp();
  const admin = await logInAdmin(app);
  const anna = await app.addUser({ username: 'anna', scope: '/anna' });
  await app.db.write((tx) =>
    tx
      .updateTable('user')
      .set({ lastSeenAt: 1_700_000_000_000 })
      .where('id', '=', anna.id)
      .execute(),
  );

  const reply = await admin.get('/api/users');

  const users = reply.json<User[]>();
  expect(users.map(({ id }) => id)).toEqual([...users.map(({ id }) => id)].sort((a, b) => a - b));
  expect(users.map(({ username }) => username)).toEqual(['admin', 'boss', 'anna']);
  expect(users.at(-1)).toMatchObject({
    scope: '/anna',
    password: '',
    lastSeen: '2023-11-14T22:13:20.000Z',
  });
  expect(users[0]).not.toHaveProperty('lastSeen');
  expect(reply.text).not.toMatch(/argon2|\$2a|passwordHash|createdAt/);
  expect((await admin.get(`/api/users/${anna.id}`)).json()).toEqual(users.at(-1));
});

test('a new user has the given fields, defaults for the rest, a home and a new id', async () => {
  await using app = await startTestApp();
  const admin = await logInAdmin(app);
  const rules: Rule[] = [{ regex: false, allow: false, path: '/private', regexp: null }];

  const reply = await post(admin, {
    id: 1,
    username: 'anna',
    password: PASSWORD,
    scope: './made//here/',
    perm: SOME,
    rules,
    lockPassword: true,
  });

  const anna = await userNamed(app, 'anna');
  expect([reply.status, reply.text]).toEqual([201, '201 Created\n']);
  expect(reply.headers.location).toBe(`/settings/users/${anna.id}`);
  expect(anna.id).toBeGreaterThan(2);
  expect(anna).toMatchObject({ scope: '/made/here', perm: SOME, rules, viewMode: 'mosaic' });
  expect((await stat(join(app.root, 'made/here'))).isDirectory()).toBe(true);
  const body = JSON.stringify({ username: 'anna', password: PASSWORD });
  expect((await app.visitor.post('/api/login', { body })).status).toBe(200);
});

test('a new user without a scope gets a home of their name, where the settings say so', async () => {
  await using app = await startTestApp({ settings: { createUserDir: true } });
  const admin = await logInAdmin(app);

  expect((await post(admin, { username: 'Anna B', password: PASSWORD, scope: '' })).status).toBe(
    201,
  );

  expect((await userNamed(app, 'Anna B')).scope).toBe('/users/Anna-B');
  expect(await app.filesOnDisk()).toEqual({ '/users/Anna-B/': '' });
  expect((await post(admin, { username: 'anna/b', password: PASSWORD, scope: '' })).status).toBe(
    409,
  );
});

test('an invalid new user is refused with an explanation, and nothing is left behind', async () => {
  await using app = await startTestApp({ files: { '/file': 'x' } });
  const admin = await logInAdmin(app);
  await app.addUser({ username: 'taken' });
  const good = { username: 'anna', password: PASSWORD, scope: '/home/anna' };
  const share = { ...SOME, share: true };
  const pattern = { regex: true, allow: false, path: '', regexp: { raw: '(' } };

  for (const [data, more, message] of [
    [{ ...good, username: 'taken' }, {}, '409 Conflict'],
    [{ ...good, username: '' }, {}, /^400 .*username/],
    [{ ...good, username: undefined }, {}, /^400 .*username/],
    [{ ...good, username: 5 }, {}, /^400 .*username/],
    [{ ...good, password: '' }, {}, '400 Bad Request (password is empty)'],
    [{ ...good, password: undefined }, {}, '400 Bad Request (password is empty)'],
    [{ ...good, password: 'qwerty123456' }, {}, '400 Bad Request (password is too easy)'],
    [
      { ...good, perm: share },
      {},
      '400 Bad Request (permission to share requires permission to download)',
    ],
    [{ ...good, scope: '/a/../b' }, {}, /^400 .*scope/],
    [{ ...good, scope: '/file/b' }, {}, /^400 .*scope/],
    [{ ...good, rules: [pattern] }, {}, /^400 .*rules\.0: /],
    [{ ...good, perm: { admin: 'yes' } }, {}, /^400 .*perm\./],
    [{ ...good, perm: { Admin: true } }, {}, /^400 .*perm/],
    [{ ...good, viewMode: 'sideways' }, {}, /^400 .*viewMode/],
    [{ ...good, isAdmin: true }, {}, /^400 .*isAdmin/],
    [good, { which: ['all'] }, /^400 .*which/],
    [good, { what: 'share' }, '400 Bad Request (invalid data type)'],
  ] as const) {
    const reply = await post(admin, data, more);
    if (typeof message === 'string') expect(reply.text).toBe(`${message}\n`);
    else expect(reply.text).toMatch(message);
  }

  const empty = await admin.post('/api/users');
  expect(empty.text).toBe('400 Bad Request (EOF)\n');
  expect(await app.filesOnDisk()).toEqual({ '/file': 'x' });
  expect(await findUserByName(app.db.read, 'anna')).toBeUndefined();
});

test('an administrator changes each field alone, and nothing that was not named', async () => {
  await using app = await startTestApp();
  const admin = await logInAdmin(app);
  const { id } = await app.addUser({ username: 'anna' });
  const fields = {
    username: 'otto',
    scope: '/otto',
    locale: 'de',
    lockPassword: true,
    viewMode: 'mosaic',
    singleClick: true,
    redirectAfterCopyMove: false,
    perm: SOME,
    commands: ['ls'],
    sorting: { by: 'size', asc: true },
    rules: [{ regex: false, allow: false, path: '/private', regexp: null }],
    hideDotfiles: true,
    dateFormat: true,
    aceEditorTheme: 'dawn',
  };

  for (const [field, value] of Object.entries(fields)) {
    const before = await findUserById(app.db.read, id);
    const reply = await put(admin, id, [field], { ...fields, id });
    expect([field, reply.status]).toEqual([field, 200]);
    const after = await findUserById(app.db.read, id);
    expect(after).toEqual({ ...before, [field]: value, updatedAt: after?.updatedAt });
  }
});

test('a whole record replaces all fields, except an empty password and missing fields', async () => {
  await using app = await startTestApp();
  const admin = await logInAdmin(app);
  const anna = await app.addUser({ username: 'anna', locale: 'fr', hideDotfiles: true });
  const shown = (await admin.get(`/api/users/${anna.id}`)).json<User>();

  for (const which of [['all'], []]) {
    const { hideDotfiles: _left, ...others } = shown;
    const reply = await put(admin, anna.id, which, { ...others, locale: 'de', perm: SOME });
    expect(reply.text).toBe('200 OK\n');
  }

  expect(await findUserById(app.db.read, anna.id)).toMatchObject({
    passwordHash: anna.passwordHash,
    locale: 'de',
    hideDotfiles: true,
    perm: SOME,
  });
  expect((await put(admin, anna.id, ['all', 'locale'], shown)).status).toBe(400);
  expect((await put(admin, anna.id, ['all'], { ...shown, id: 1 })).status).toBe(400);
  expect((await put(admin, anna.id, ['all'], { ...shown, username: 'boss' })).status).toBe(409);
});

test('a changed permission counts at the next request, and the token is to be renewed', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'x' } });
  const admin = await logInAdmin(app);
  const anna = await app.logIn({ username: 'anna' });
  const { id } = await userNamed(app, 'anna');
  expect((await anna.get('/api/raw/a.txt')).status).toBe(200);
  setClockForward(1_000);

  await put(admin, id, ['perm'], { perm: SOME });

  const reply = await anna.get('/api/raw/a.txt');
  expect(reply.status).toBe(403);
  expect(reply.headers['x-renew-token']).toBe('true');
});

test('the only administrator is neither demoted nor removed, in any way', async () => {
  await using app = await startTestApp();
  const admin = await logInAdmin(app);
  expect((await admin.delete('/api/users/1')).status).toBe(200);
  const { id } = await userNamed(app, 'boss');
  const shown = (await admin.get(`/api/users/${id}`)).json<User>();

  expect((await put(admin, id, ['perm'], { perm: SOME })).status).toBe(403);
  expect((await put(admin, id, ['all'], { ...shown, perm: SOME })).status).toBe(403);
  expect((await put(admin, id, [], { ...shown, perm: SOME })).status).toBe(403);
  expect((await admin.delete(`/api/users/${id}`)).status).toBe(403);

  expect((await admin.get('/api/users')).status).toBe(200);
});
