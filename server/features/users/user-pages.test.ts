import { nextPositionIn, pageUrl, type PageQuery, TOTAL_HEADER } from '#contract/pages.ts';
import { type ListedUser, USERS_URL } from '#contract/users.ts';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const ADMIN = { username: 'boss', perm: { ...aStoredUser().perm, admin: true } };

async function pageOf(who: Client, query: PageQuery) {
  const reply = await who.get(pageUrl(USERS_URL, query));
  expect(reply.status).toBe(200);
  return {
    names: reply.json<ListedUser[]>().map(({ username }) => username),
    total: Number(reply.headers[TOTAL_HEADER.toLowerCase()]),
    next: nextPositionIn(String(reply.headers['link'] ?? '')),
  };
}

/** Follows the pages to the last one. */
async function allPages(who: Client, query: PageQuery): Promise<string[][]> {
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const { names, next } = await pageOf(who, { ...query, after });
    pages.push(names);
    after = next;
  } while (after !== undefined);
  return pages;
}

async function withUsers(app: TestApp): Promise<Client> {
  const admin = await app.logIn(ADMIN);
  await app.addUser({ username: 'Zoe', scope: '/a' });
  await app.addUser({ username: 'émile', scope: '/users/b' });
  await app.addUser({ username: 'Anna', scope: '/users/c' });
  return admin;
}

test('users are read in pages, by name whatever its case and accents', async () => {
  await using app = await startTestApp();
  const admin = await withUsers(app);
  expect(await allPages(admin, { limit: 2 })).toEqual([
    ['admin', 'Anna'],
    ['boss', 'émile'],
    ['Zoe'],
  ]);
  expect(await pageOf(admin, { limit: 2 })).toMatchObject({ total: 5 });
  expect((await allPages(admin, { limit: 3, sort: '-name' })).flat()).toEqual([
    ...['Zoe', 'émile', 'boss', 'Anna', 'admin'],
  ]);
});

test('users are sorted by role, scope, and when they were last seen', async () => {
  await using app = await startTestApp();
  const admin = await withUsers(app);
  await app.db.write((tx) =>
    tx.updateTable('user').set({ lastSeenAt: 5 }).where('username', '=', 'Anna').execute(),
  );
  const sorted = async (sort: string) => (await allPages(admin, { limit: 2, sort })).flat();
  expect(await sorted('role')).toEqual(['admin', 'boss', 'Anna', 'émile', 'Zoe']);
  expect(await sorted('-role')).toEqual(['Anna', 'émile', 'Zoe', 'admin', 'boss']);
  expect((await sorted('scope')).slice(-3)).toEqual(['Zoe', 'émile', 'Anna']);
  expect((await sorted('seen')).indexOf('Anna')).toBeLessThan(
    (await sorted('seen')).indexOf('Zoe'),
  );
  expect((await sorted('-seen')).indexOf('Anna')).toBeGreaterThan(
    (await sorted('-seen')).indexOf('Zoe'),
  );
});

test('a scope that is stored in another form is sorted and found as the page shows it', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn({ ...ADMIN, scope: '/' });
  await app.addUser({ username: 'bert', scope: './a' });
  await app.addUser({ username: 'otto', scope: '/b' });
  await app.addUser({ username: 'zoe', scope: '.' });
  await app.addUser({ username: 'anna', scope: 'c' });
  expect((await pageOf(admin, { sort: 'scope' })).names.slice(-4)).toEqual([
    ...['zoe', 'bert', 'otto', 'anna'],
  ]);
  expect((await pageOf(admin, { search: '/a' })).names).toEqual(['bert']);
  expect((await pageOf(admin, { search: './a' })).names).toEqual([]);
});

test('a search finds names and scopes, and continues after a removed user', async () => {
  await using app = await startTestApp();
  const admin = await withUsers(app);
  expect(await pageOf(admin, { search: 'EMI' })).toEqual({
    names: ['émile'],
    total: 5,
    next: undefined,
  });
  const first = await pageOf(admin, { search: '/users', limit: 1 });
  expect(first.names).toEqual(['Anna']);
  await app.db.write((tx) => tx.deleteFrom('user').where('username', '=', 'Anna').execute());
  expect(await pageOf(admin, { search: '/users', limit: 1, after: first.next })).toMatchObject({
    names: ['émile'],
    next: undefined,
  });
  expect((await pageOf(admin, { search: 'nobody at all' })).names).toEqual([]);
});

test('without parameters all users are listed at once', async () => {
  await using app = await startTestApp();
  const admin = await withUsers(app);
  for (let user = 0; user < 210; user += 1) await app.addUser({ username: `user-${user}` });
  const reply = await admin.get(USERS_URL);
  const ids = reply.json<ListedUser[]>().map(({ id }) => id);
  expect(ids).toHaveLength(215);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  expect(reply.headers).not.toHaveProperty('link');
});

test.each(['limit=0', 'limit=x', 'sort=password', 'after=x', 'after=[1]', 'after={}'])(
  '%s is refused',
  async (query) => {
    await using app = await startTestApp();
    const admin = await app.logIn(ADMIN);
    expect((await admin.get(`${USERS_URL}?${query}`)).status).toBe(400);
  },
);
