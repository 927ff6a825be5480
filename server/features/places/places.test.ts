import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../../metadata/database.ts';
import { findUserByName, updateUser } from '../../metadata/users.ts';
import { startTestApp, TRASH, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';

const FILES = { '/docs/plan.txt': 'plan', '/docs/deep/old.txt': 'old', '/a.txt': 'a' };

interface Listed {
  readonly path: string;
  readonly use?: string;
}

async function pathsIn(client: Client, url: string): Promise<string[]> {
  const reply = await client.get(url);
  expect(reply.status).toBe(200);
  return (JSON.parse(reply.text) as Listed[]).map(({ path, use }) =>
    use === undefined ? path : `${path} ${use}`,
  );
}

/** Changes a user beside their sessions. */
async function change(
  { db }: TestApp,
  username: string,
  changes: Parameters<typeof updateUser>[2]['changes'],
): Promise<void> {
  const user = await findUserByName(db.read, username);
  await db.write((tx) => updateUser(tx, user?.id ?? 0, { changes, nowMs: Date.now() }));
}

const starredOf = (client: Client) => pathsIn(client, '/api/starred');
const recentOf = (client: Client) => pathsIn(client, '/api/recent');

test('stars are per user, follow renames and moves, and end with a deletion', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn({ username: 'anna' });
  const bert = await app.logIn({ username: 'bert' });
  for (const path of ['docs', 'docs/plan.txt', 'a.txt']) {
    expect((await anna.put(`/api/starred/${path}`)).status).toBe(200);
  }
  expect(await starredOf(anna)).toEqual(['/a.txt', '/docs/plan.txt', '/docs']);
  expect(await starredOf(bert)).toEqual([]);

  await anna.patch('/api/resources/docs?action=rename&destination=/papers');
  await bert.patch('/api/resources/a.txt?action=rename&destination=/papers/b.txt');
  expect(await starredOf(anna)).toEqual(['/papers/b.txt', '/papers/plan.txt', '/papers']);

  await anna.delete('/api/starred/papers/plan.txt');
  await bert.delete('/api/resources/papers/b.txt');
  expect(await starredOf(anna)).toEqual(['/papers']);
  await bert.delete('/api/resources/papers/');
  expect(await starredOf(anna)).toEqual([]);
  // A new item of the same name has no star.
  await bert.post('/api/resources/papers/');
  expect(await starredOf(anna)).toEqual([]);
});

test.each(['rename', 'deletion'])(
  'a star whose item is gone by a %s before it is stored is refused, and does not wait for another item',
  async (kind) => {
    await using app = await startTestApp({ files: FILES });
    const anna = await app.logIn({ username: 'anna' });
    const starring = beforeNextWrite(app.db, async () => {
      if (kind === 'deletion') await anna.delete('/api/resources/docs/plan.txt');
      else await anna.patch('/api/resources/docs?action=rename&destination=/papers');
      await recentOf(anna);
    });
    expect((await anna.put('/api/starred/docs/plan.txt')).status).toBe(404);
    await starring;
    expect(await starredOf(anna)).toEqual([]);
    await anna.post('/api/resources/docs/plan.txt', { body: 'another' });
    expect(await starredOf(anna)).toEqual([]);
  },
);

/** Runs `work` before the next transaction begins. Those of `work` itself are not delayed. */
function beforeNextWrite(db: Database, work: () => Promise<void>): Promise<void> {
  const write = db.write.bind(db);
  return new Promise((resolve, reject) => {
    db.write = async (...transaction) => {
      db.write = write;
      await work().then(resolve, reject);
      return write(...transaction);
    };
  });
}

test('stars wait in the trash with their items, and are there again after a restore', async () => {
  await using app = await startTestApp({ files: FILES, config: { trash: TRASH } });
  const anna = await app.logIn({ username: 'anna' });
  for (const path of ['docs', 'docs/plan.txt']) await anna.put(`/api/starred/${path}`);
  const id = Number((await anna.delete('/api/resources/docs')).headers['x-trashed']);
  expect(await starredOf(anna)).toEqual([]);

  expect((await anna.post(`/api/trash/${id}/restore`)).status).toBe(200);
  expect(await starredOf(anna)).toEqual(['/docs/plan.txt', '/docs']);
});

test('recent items are those that the user opened or changed, the latest first', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn({ username: 'anna' });
  const bert = await app.logIn({ username: 'bert' });
  await anna.post('/api/recent/docs/plan.txt');
  await anna.put('/api/resources/a.txt', { body: 'changed' });
  await anna.post('/api/resources/new.txt', { body: 'new' });
  await anna.patch('/api/resources/new.txt?action=rename&destination=/docs/newer.txt');
  await bert.patch('/api/resources/docs/plan.txt?action=copy&destination=/copy.txt');

  expect(await recentOf(anna)).toEqual([
    '/docs/newer.txt changed',
    '/a.txt changed',
    '/docs/plan.txt opened',
  ]);
  expect(await recentOf(bert)).toEqual(['/copy.txt changed']);
  await anna.delete('/api/resources/a.txt');
  expect(await recentOf(anna)).toEqual(['/docs/newer.txt changed', '/docs/plan.txt opened']);
});

test('what a user may not see is neither listed nor starred', async () => {
  await using app = await startTestApp({
    files: { ...FILES, '/anna/own.txt': 'own', '/anna/.secret/x.txt': 'x' },
  });
  const anna = await app.logIn({ username: 'anna', scope: '/anna' });
  await anna.put('/api/starred/own.txt');
  await anna.put('/api/starred/.secret/x.txt');
  expect((await anna.put('/api/starred/missing.txt')).status).toBe(404);
  expect((await anna.put('/api/starred/%2e%2e/a.txt')).status).not.toBe(200);
  expect((await anna.post('/api/recent/missing.txt')).status).toBe(200);
  expect(await starredOf(anna)).toEqual(['/.secret/x.txt', '/own.txt']);

  await change(app, 'anna', {
    rules: [{ allow: false, regex: false, path: '/.secret', regexp: null }],
  });
  expect(await starredOf(anna)).toEqual(['/own.txt']);
  await change(app, 'anna', { scope: '/docs' });
  expect(await starredOf(anna)).toEqual([]);

  await change(app, 'anna', { scope: '/anna', rules: [] });
  await rm(join(app.root, 'anna/own.txt'));
  expect(await starredOf(anna)).toEqual(['/.secret/x.txt']);
});
