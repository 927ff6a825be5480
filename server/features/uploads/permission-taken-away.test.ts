import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rule } from '#contract/users.ts';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { expect, test } from 'vitest';
import { findUserByName, updateUser } from '../../metadata/users.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { aStoredUser } from '../../testing/stored-records.ts';
import type { Client } from '../../testing/client.ts';

const LENGTH = 2;

function begin(who: Client, path: string) {
  const headers = { 'upload-length': String(LENGTH) };
  return who.post(`/api/tus${path}?override=true`, { headers });
}

function append(who: Client, path: string, offset: number, body: string) {
  const headers = { 'content-type': TUS_CONTENT_TYPE, 'upload-offset': String(offset) };
  return who.patch(`/api/tus${path}`, { body, headers });
}

async function change(
  app: TestApp,
  name: string,
  changes: Parameters<typeof updateUser>[2]['changes'],
) {
  const user = await findUserByName(app.db.read, name);
  await app.db.write((tx) => updateUser(tx, user?.id ?? 0, { changes, nowMs: Date.now() }));
}

test('an upload that was to replace a file stops when its user may replace no more', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'old' } });
  const who = await app.logIn({ username: 'editor' });
  expect((await begin(who, '/a.txt')).status).toBe(201);
  expect((await append(who, '/a.txt', 0, 'n')).status).toBe(204);

  const { perm } = aStoredUser();
  await change(app, 'editor', { perm: { ...perm, create: true, modify: false } });

  expect((await append(who, '/a.txt', 1, 'w')).status).toBe(403);
  expect((await who.head('/api/tus/a.txt')).status).toBe(403);
  expect((await app.filesOnDisk())['/a.txt']).toBe('old');
});

test('an upload through a symlink stops when a rule forbids its target', async () => {
  await using app = await startTestApp({ files: { '/real/': '' } });
  await symlink('real', join(app.root, 'link'));
  const who = await app.logIn({ username: 'editor' });
  expect((await begin(who, '/link/a.txt')).status).toBe(201);

  const rule: Rule = { regex: false, allow: false, path: '/real', regexp: null };
  await change(app, 'editor', { rules: [rule] });

  expect((await append(who, '/link/a.txt', 0, 'ab')).status).toBe(403);
  expect(await app.filesOnDisk()).toEqual({ '/real/': '' });
});

test('a client that doubles the first slash is not sent to another host', async () => {
  await using app = await startTestApp();
  const who = await app.logIn();
  const headers = { 'upload-length': '1' };
  const reply = await who.post('//api/tus/a.txt', { headers });
  expect(reply.headers.location).toBe('/api/tus/a.txt');
});

test('the server starts although a forgotten upload cannot be removed', async () => {
  await using app = await startTestApp({ files: { '/folder/': '' } });
  const who = await app.logIn();
  await begin(who, '/folder/a.bin');
  await append(who, '/folder/a.bin', 0, 'x');
  await rename(join(app.root, 'folder'), join(app.root, 'elsewhere'));
  await symlink('elsewhere', join(app.root, 'folder'));

  await using again = await app.restart({ uploads: { expiryMs: -1 } });

  expect((await again.visitor.get('/health')).status).toBe(200);
});
