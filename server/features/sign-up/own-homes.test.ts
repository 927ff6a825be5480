import { expect, test } from 'vitest';
import { defaultGlobalSettings } from '../../metadata/setting-documents.ts';
import { findUserByName } from '../../metadata/users.ts';
import { PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts';

const GOOD = 'Fresh-passw0rd';
const FILES = { '/private/diary.txt': 'mine' };

function signUp(app: TestApp, username: string, password = GOOD) {
  return app.visitor.post('/api/signup', { body: JSON.stringify({ username, password }) });
}

test('people who sign up do not share the root, also while createUserDir is off', async () => {
  await using app = await startTestApp({ settings: { signup: true }, files: FILES });
  expect((await signUp(app, 'stranger')).status).toBe(200);
  const login = await app.visitor.post('/api/login', {
    body: JSON.stringify({ username: 'stranger', password: GOOD }),
  });
  const client = app.client(login.text);
  expect((await client.get('/api/raw/private/diary.txt')).status).toBe(404);
  expect((await client.delete('/api/resources/private')).status).toBe(404);
  expect(await findUserByName(app.db.read, 'stranger')).toMatchObject({
    scope: '/users/stranger',
    // Such users share a budget of audit entries.
    signedUp: true,
  });
  expect(await app.filesOnDisk()).toEqual({ ...FILES, '/users/stranger/': '' });
});

test('people who sign up share a folder that the administrator has chosen for new users', async () => {
  const { defaults } = defaultGlobalSettings();
  const settings = { signup: true, defaults: { ...defaults, scope: '/shared' } };
  await using app = await startTestApp({ settings });
  expect((await signUp(app, 'anna')).status).toBe(200);
  expect((await signUp(app, 'bob')).status).toBe(200);
  expect((await findUserByName(app.db.read, 'bob'))?.scope).toBe('/shared');
});

test('a bad password does not reveal whether a name exists', async () => {
  await using app = await startTestApp({ settings: { signup: true } });
  await app.addUser({ username: 'anna' });
  const [known, unknown] = [await signUp(app, 'anna', 'short'), await signUp(app, 'otto', 'short')];
  expect(known.status).toBe(400);
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  expect((await signUp(app, 'anna', PASSWORD)).status).toBe(409);
  expect((await signUp(app, 'ANNA', PASSWORD)).status).toBe(409);
});
