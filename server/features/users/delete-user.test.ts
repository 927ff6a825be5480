import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import type { UserBelongings } from '#contract/users.ts';
import { expect, test } from 'vitest';
import { findUserByName } from '../../metadata/users.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const EVERYTHING = { ...aStoredUser().perm, admin: true };

async function idOf(app: TestApp, username: string): Promise<number> {
  return (await findUserByName(app.db.read, username))?.id ?? 0;
}

async function upload(who: Client, path: string, body: string, length: number) {
  const begun = await who.post(`/api/tus${path}`, { headers: { 'upload-length': `${length}` } });
  expect(begun.status).toBe(201);
  const headers = { 'content-type': TUS_CONTENT_TYPE, 'upload-offset': '0' };
  expect((await who.patch(`/api/tus${path}`, { headers, body })).status).toBe(204);
}

test('sessions, shares and unfinished uploads are removed with a user; files and other users stay', async () => {
  await using app = await startTestApp({ files: { '/anna/a.txt': 'hello' } });
  const admin = await app.logIn({ username: 'boss', perm: EVERYTHING });
  const anna = await app.logIn({ username: 'anna', scope: '/anna' });
  const otto = await app.logIn({ username: 'otto', scope: '/anna' });
  const { hash } = (await anna.post('/api/share/a.txt', { body: '{}' })).json<{ hash: string }>();
  const other = (await otto.post('/api/share/a.txt', { body: '{}' })).json<{ hash: string }>();
  await upload(anna, '/half.bin', 'half', 8);
  await upload(otto, '/other.bin', 'half', 8);
  const id = await idOf(app, 'anna');
  const belongings = await admin.get(`/api/users/${id}/belongings`);
  expect(belongings.json<UserBelongings>()).toEqual({ sessions: 1, shares: 1, uploads: 1 });

  expect((await admin.delete(`/api/users/${id}`)).text).toBe('200 OK\n');

  expect((await anna.get('/api/resources/')).status).toBe(401);
  expect((await app.visitor.get(`/api/public/share/${hash}`)).status).toBe(404);
  expect((await app.visitor.get(`/api/public/share/${other.hash}`)).status).toBe(200);
  expect((await otto.head('/api/tus/other.bin')).headers['upload-offset']).toBe('4');
  const files = await app.filesOnDisk();
  expect(Object.values(files).sort()).toEqual(['half', 'hello']);
  expect((await admin.get(`/api/users/${id}`)).status).toBe(404);
  expect((await admin.delete(`/api/users/${id}`)).status).toBe(404);
});

test('a running upload ends with its user, and nothing is left', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn({ username: 'boss', perm: EVERYTHING });
  const anna = await app.logIn({ username: 'anna' });
  await upload(anna, '/big.bin', 'half', 8);

  await admin.delete(`/api/users/${await idOf(app, 'anna')}`);

  const headers = { 'content-type': TUS_CONTENT_TYPE, 'upload-offset': '4' };
  expect((await anna.patch('/api/tus/big.bin', { headers, body: 'more' })).status).toBe(401);
  expect(await app.filesOnDisk()).toEqual({});
});

test('users may leave by themselves, with a body or without one', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn({ username: 'anna' });
  const otto = await app.logIn({ username: 'otto' });

  const wrong = JSON.stringify({ current_password: 'wrong' });
  const refused = await anna.delete(`/api/users/${await idOf(app, 'anna')}`, { body: wrong });
  expect(refused.text).toBe('400 Bad Request (the current password is incorrect)\n');
  expect((await anna.delete(`/api/users/${await idOf(app, 'anna')}`)).status).toBe(200);
  const empty = { body: '{}' };
  expect((await otto.delete(`/api/users/${await idOf(app, 'otto')}`, empty)).status).toBe(200);
});

test('the id of a removed user is not used again', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn({ username: 'boss', perm: EVERYTHING });
  const { id } = await app.addUser({ username: 'anna' });
  await admin.delete(`/api/users/${id}`);

  const data = { username: 'anna', password: 'Brand-new-passw0rd' };
  const reply = await admin.post('/api/users', { body: JSON.stringify({ what: 'user', data }) });

  expect(reply.headers.location).toBe(`/settings/users/${id + 1}`);
});
