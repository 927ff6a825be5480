import { nextPositionIn, pageUrl, type PageQuery, TOTAL_HEADER } from '#contract/pages.ts';
import { SHARE_COLUMNS, type Share, SHARES_URL, sharesOfUrl } from '#contract/shares.ts';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';
import { shareOf } from '../../testing/shares.ts';

const ADMIN = { username: 'boss', perm: { ...aStoredUser().perm, admin: true } };
const FILES = { '/anna/c.txt': 'c', '/anna/été.txt': 'e', '/a.txt': 'a', '/b.txt': 'b' };

async function pageOf(who: Client, query: PageQuery) {
  const reply = await who.get(pageUrl(SHARES_URL, query));
  expect(reply.status).toBe(200);
  return {
    shares: reply.json<Share[]>(),
    total: Number(reply.headers[TOTAL_HEADER.toLowerCase()]),
    next: nextPositionIn(String(reply.headers['link'] ?? '')),
  };
}

/** Follows the pages to the last one. */
async function allPages(who: Client, query: PageQuery): Promise<Share[]> {
  const all: Share[] = [];
  let after: string | undefined;
  do {
    const { shares, next } = await pageOf(who, { ...query, after });
    expect(shares.length).toBeLessThanOrEqual(query.limit ?? 100);
    all.push(...shares);
    after = next;
  } while (after !== undefined);
  return all;
}

const paths = (shares: readonly Share[]) => shares.map(({ path }) => path);

async function withShares(app: TestApp) {
  const anna = await app.logIn({ username: 'anna', scope: '/anna' });
  const admin = await app.logIn(ADMIN);
  for (const path of ['/a.txt', '/b.txt']) await shareOf(admin, path);
  for (const path of ['/c.txt', encodeURI('/été.txt')]) await shareOf(anna, path);
  const soon = await anna.post(sharesOfUrl('/c.txt'), {
    body: JSON.stringify({ expires: '5', unit: 'hours' }),
  });
  expect(soon.status).toBe(200);
  return { anna, admin };
}

test('administrators read all shares in pages, in each order and both directions', async () => {
  await using app = await startTestApp({ files: FILES });
  const { admin } = await withShares(app);
  await app.db.write((tx) =>
    tx.updateTable('share').set({ downloaded: 3 }).where('place', '=', '/b.txt').execute(),
  );
  for (const column of SHARE_COLUMNS) {
    const rising = await allPages(admin, { limit: 2, sort: column });
    const hashes = rising.map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(5);
    const falling = await allPages(admin, { limit: 2, sort: `-${column}` });
    expect(falling.map(({ hash }) => hash)).toEqual(hashes.toReversed());
  }
  expect(paths(await allPages(admin, { limit: 2, sort: 'path' }))).toEqual([
    ...['/a.txt', '/c.txt', '/c.txt', '/été.txt', '/b.txt'],
  ]);
  const owners = await allPages(admin, { limit: 2, sort: 'owner' });
  expect(owners.map(({ username }) => username)).toEqual(['anna', 'anna', 'anna', 'boss', 'boss']);
  const ends = (await allPages(admin, { limit: 2 })).map(({ expire }) => expire > 0);
  expect(ends).toEqual([true, false, false, false, false]);
  expect(paths((await pageOf(admin, { limit: 1, sort: '-used' })).shares)).toEqual(['/b.txt']);
  expect((await pageOf(admin, { limit: 2 })).total).toBe(5);
});

test('others read their own alone, and no position says where their home is', async () => {
  await using app = await startTestApp({ files: FILES });
  const { anna } = await withShares(app);
  for (const sort of SHARE_COLUMNS) {
    const { shares, total, next } = await pageOf(anna, { limit: 1, sort });
    expect([shares.length, total]).toEqual([1, 3]);
    expect(next).not.toContain('/');
    const all = await allPages(anna, { limit: 1, sort });
    expect(paths(all).toSorted()).toEqual(['/c.txt', '/c.txt', '/été.txt']);
  }
});

test('a search finds paths as their owners see them, and names of owners for administrators', async () => {
  await using app = await startTestApp({ files: FILES });
  const { anna, admin } = await withShares(app);
  expect(paths(await allPages(admin, { search: 'ETE' }))).toEqual(['/été.txt']);
  expect(await allPages(admin, { search: 'anna', limit: 2 })).toHaveLength(3);
  expect(await allPages(anna, { search: 'anna' })).toEqual([]);
  expect(await allPages(anna, { search: 'b.txt' })).toEqual([]);
  expect((await pageOf(anna, { search: 'ete' })).total).toBe(3);
});

test.each([
  'limit=0',
  'sort=hash',
  'after=x',
  'sort=path&after=nothing',
  'sort=owner&after=[1,"a"]',
])('%s is refused', async (query) => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  expect((await admin.get(`${SHARES_URL}?${query}`)).status).toBe(400);
});
