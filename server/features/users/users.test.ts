import type { Folder } from '#contract/files.ts';
import type { User } from '#contract/users.ts';
import { expect, test } from 'vitest';
import { findUserByName } from '../../metadata/users.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

function put(who: Client, id: number, body: unknown) {
  return who.put(`/api/users/${id}`, { body: JSON.stringify(body) });
}

function preferences(which: readonly string[], data: Record<string, unknown>) {
  return { what: 'user', which, data };
}

async function stored(app: TestApp) {
  const user = await findUserByName(app.db.read, 'anna');
  if (user === undefined) throw new Error('anna is there');
  return user;
}

test('users see only their own record, without the password and the scope', async () => {
  await using app = await startTestApp({ files: { '/anna/': '' } });
  const anna = await app.logIn({ scope: '/anna' });
  const { id, passwordHash } = await stored(app);

  const reply = await anna.get(`/api/users/${id}`);
  expect(reply.status).toBe(200);
  expect(reply.json<User>()).toMatchObject({ id, username: 'anna', password: '', scope: '' });
  expect(reply.text).not.toContain(passwordHash);
  expect(reply.text).not.toMatch(/createdAt|updatedAt|argon2/);

  for (const other of ['1', '999999', '99999999999999999999', 'abc', `0${id}`, '-1']) {
    const refused = await anna.get(`/api/users/${other}`);
    expect([other, refused.status, refused.text]).toEqual([
      other,
      expect.toBeOneOf([403, 404]),
      expect.stringMatching(/^40[34] (Forbidden|Not Found)\n$/),
    ]);
  }
  expect((await anna.get('/api/users/1')).status).toBe(403);
});

test('preferences are stored, only those that were named, and count at once', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'x', '/.b': 'y' } });
  const anna = await app.logIn();
  const { id } = await stored(app);

  const fields = ['locale', 'hideDotfiles', 'singleClick', 'dateFormat', 'aceEditorTheme'];
  const data = {
    id,
    locale: 'de',
    hideDotfiles: true,
    singleClick: true,
    dateFormat: true,
    aceEditorTheme: 'dawn',
    viewMode: 'mosaic',
    username: 'admin',
    perm: { ...aStoredUser().perm, admin: true },
  };
  const reply = await put(anna, id, preferences(fields, data));
  expect([reply.status, reply.text]).toEqual([200, '200 OK\n']);

  expect(await stored(app)).toMatchObject({
    username: 'anna',
    locale: 'de',
    hideDotfiles: true,
    aceEditorTheme: 'dawn',
    viewMode: 'list',
    perm: { admin: false },
  });
  const names = (await anna.get('/api/resources/')).json<Folder>().items.map(({ name }) => name);
  expect(names).toEqual(['a.txt']);

  const sorting = { by: 'size', asc: true };
  expect((await put(anna, id, preferences(['sorting'], { sorting }))).status).toBe(200);
  expect((await anna.get('/api/resources/')).json<Folder>().sorting).toEqual(sorting);
});

test('fields that users may not change are kept, and records of others are refused', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const before = await stored(app);
  const shown = (await anna.get(`/api/users/${before.id}`)).json<User>();
  const perm = { ...before.perm, admin: true };
  const others = { perm, scope: '/b', username: 'otto', commands: ['ls'], lockPassword: true };
  const whole = { ...shown, ...others, locale: 'de' };

  for (const which of [
    ['perm'],
    ['scope'],
    ['username'],
    ['lockPassword'],
    ['commands'],
    ['rules'],
    ['locale', 'perm'],
    ['all'],
    [],
    ['id'],
    ['passwordHash'],
    ['__proto__'],
    ['constructor'],
    ['LOCALE'],
    ['frobnicate'],
  ]) {
    const reply = await put(
      anna,
      before.id,
      preferences(which, { ...whole, password: 'x'.repeat(20) }),
    );
    expect([which, reply.status]).toEqual([which, expect.toBeOneOf([400, 403])]);
  }
  expect((await put(anna, 1, preferences(['locale'], { locale: 'de' }))).status).toBe(403);
  expect(
    (await put(anna, before.id, preferences(['locale'], { id: 1, locale: 'de' }))).status,
  ).toBe(400);

  expect(await stored(app)).toEqual(before);
});

test('unchanged values that old clients send back are accepted', async () => {
  await using app = await startTestApp({ files: { '/anna/': '' } });
  const anna = await app.logIn({ scope: '/anna', commands: ['ls'] });
  const before = await stored(app);
  const { username, perm, commands, lockPassword } = before;
  const which = ['locale', 'username', 'perm', 'commands', 'lockPassword', 'scope'];

  for (const scope of ['', '/anna']) {
    const echo = { username, perm, commands, lockPassword, scope, locale: 'de' };
    expect((await put(anna, before.id, preferences(which, echo))).status).toBe(200);
  }
  const changed = { username, perm: { ...perm, admin: true }, scope: '', locale: 'fr' };
  expect((await put(anna, before.id, preferences(['locale', 'perm'], changed))).status).toBe(403);
  const elsewhere = preferences(['scope'], { scope: '/' });
  expect((await put(anna, before.id, elsewhere)).status).toBe(403);
  expect((await put(anna, before.id, preferences(['rules'], { rules: [] }))).status).toBe(403);

  expect(await stored(app)).toMatchObject({ locale: 'de', scope: '/anna', perm, rules: [] });
});

test('names of fields may begin with a capital, as in File Browser 2', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const { id } = await stored(app);

  expect((await put(anna, id, preferences(['Locale'], { locale: 'de' }))).status).toBe(200);

  expect((await stored(app)).locale).toBe('de');
});

test('a slip in the name of a field is refused, not passed over', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const before = await stored(app);

  for (const body of [
    { ...preferences(['locale'], { locale: 'de' }), Which: ['locale'] },
    preferences(['locale'], { locale: 'de', Locale: 'fr' }),
    preferences(['locale'], { locale: 'de', passwordHash: 'x' }),
    { ...preferences(['locale'], { locale: 'de' }), currentPassword: 'x' },
  ]) {
    const reply = await put(anna, before.id, body);
    expect([body, reply.status]).toEqual([body, 400]);
    expect(reply.text).toMatch(/Which|Locale|passwordHash|currentPassword/);
  }
  expect(await stored(app)).toEqual(before);
});

test('a value of the wrong type is refused with an explanation, and nothing is stored', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const before = await stored(app);

  for (const body of [
    preferences(['locale'], {}),
    preferences(['locale'], { locale: 5 }),
    preferences(['locale'], { locale: null }),
    preferences(['sorting'], { sorting: { by: 5, asc: true } }),
    preferences(['viewMode'], { viewMode: 'sideways' }),
    preferences(['hideDotfiles'], { hideDotfiles: 'yes' }),
    { what: 'settings', which: ['locale'], data: { locale: 'de' } },
    { what: 'user', which: 'locale', data: { locale: 'de' } },
    { what: 'user', which: ['locale'] },
    null,
    [],
    'text',
  ]) {
    const reply = await put(anna, before.id, body);
    expect([body, reply.status]).toEqual([body, 400]);
    expect(reply.text).toMatch(/^400 Bad Request \(.+\)\n$/);
  }
  const broken = await anna.put(`/api/users/${before.id}`, { body: '{' });
  expect(broken.status).toBe(400);
  expect((await anna.put(`/api/users/${before.id}`)).status).toBe(400);
  expect(await stored(app)).toEqual(before);
});
