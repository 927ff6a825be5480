import type { User, UserPermissions } from '#contract/users.ts';
import { expect, test } from 'vitest';
import { findUserByName } from '../../metadata/users.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const PASSWORD = 'Brand-new-passw0rd';
const EVERYTHING: UserPermissions = { ...aStoredUser().perm, admin: true };
const NONE: UserPermissions = {
  admin: false,
  execute: false,
  create: false,
  rename: false,
  modify: false,
  delete: false,
  share: false,
  download: false,
};

function post(who: Client, data: object) {
  const body = JSON.stringify({ what: 'user', which: [], data: { password: PASSWORD, ...data } });
  return who.post('/api/users', { body });
}

function put(who: Client, id: number, which: readonly string[], data: object) {
  return who.put(`/api/users/${id}`, { body: JSON.stringify({ what: 'user', which, data }) });
}

async function permissionsOf(app: TestApp, username: string): Promise<UserPermissions | undefined> {
  return (await findUserByName(app.db.read, username))?.perm;
}

test('permissions that a new user is not given are false, whatever the defaults are', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn({ username: 'boss', perm: EVERYTHING });

  expect((await post(admin, { username: 'none' })).status).toBe(201);
  expect((await post(admin, { username: 'empty', perm: {} })).status).toBe(201);
  const perm = { download: true, create: true };
  expect((await post(admin, { username: 'some', perm })).status).toBe(201);
  expect(await permissionsOf(app, 'none')).toEqual(NONE);
  expect(await permissionsOf(app, 'empty')).toEqual(NONE);
  expect(await permissionsOf(app, 'some')).toEqual({ ...NONE, ...perm });

  for (const wrong of [
    { Download: true },
    { download: 'yes' },
    { download: null },
    { share: true },
    null,
  ]) {
    expect((await post(admin, { username: 'wrong', perm: wrong })).status).toBe(400);
  }
  expect(await permissionsOf(app, 'wrong')).toBeUndefined();
});

test('permissions that a change does not name stay as they are', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn({ username: 'boss', perm: EVERYTHING });
  const before = { ...NONE, download: true, share: true };
  const { id } = await app.addUser({ username: 'anna', perm: before });

  expect((await put(admin, id, ['perm'], { perm: { create: true } })).status).toBe(200);
  expect(await permissionsOf(app, 'anna')).toEqual({ ...before, create: true });
  const shown = (await admin.get(`/api/users/${id}`)).json<User>();
  expect((await put(admin, id, ['all'], { ...shown, perm: { create: false } })).status).toBe(200);
  expect(await permissionsOf(app, 'anna')).toEqual(before);

  expect((await put(admin, id, ['perm'], { perm: { download: false } })).status).toBe(400);
  expect((await put(admin, id, ['perm'], {})).status).toBe(400);
  expect(await permissionsOf(app, 'anna')).toEqual(before);
  await Promise.all([
    put(admin, id, ['perm'], { perm: { create: true } }),
    put(admin, id, ['perm'], { perm: { rename: true } }),
    put(admin, id, ['perm'], { perm: { modify: true } }),
  ]);
  const changed = { create: true, rename: true, modify: true };
  expect(await permissionsOf(app, 'anna')).toEqual({ ...before, ...changed });
});

test('the only administrator keeps that permission, and users cannot give themselves permissions', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn({ username: 'boss', perm: EVERYTHING });
  const anna = await app.logIn({ username: 'anna', perm: { ...NONE, download: true } });
  const idOf = async (name: string) => (await findUserByName(app.db.read, name))?.id ?? 0;

  expect((await admin.delete('/api/users/1')).status).toBe(200);
  const boss = await idOf('boss');
  expect((await put(admin, boss, ['perm'], { perm: { admin: false } })).status).toBe(403);
  expect((await put(admin, boss, ['perm'], { perm: { execute: false } })).status).toBe(200);
  const own = await idOf('anna');
  expect((await put(anna, own, ['perm'], { perm: { create: true } })).status).toBe(403);
  expect((await put(anna, own, ['perm'], { perm: { download: true } })).status).toBe(200);
  expect(await permissionsOf(app, 'anna')).toEqual({ ...NONE, download: true });
});

test('default permissions that the settings do not name stay as they are', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn({ username: 'boss', perm: EVERYTHING });
  const defaults = async () =>
    (await admin.get('/api/settings')).json<{
      defaults: { perm: UserPermissions; locale: string };
    }>().defaults;
  const before = await defaults();
  const body = JSON.stringify({ defaults: { perm: { delete: !before.perm.delete } } });

  expect((await admin.put('/api/settings', { body })).status).toBe(200);
  expect(await defaults()).toEqual({
    ...before,
    perm: { ...before.perm, delete: !before.perm.delete },
  });
});
