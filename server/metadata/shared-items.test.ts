import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { aShare, aStoredUser, treePath } from '../testing/stored-records.ts';
import type { Database } from './database.ts';
import {
  listHeldItems,
  listSharedWithin,
  moveShares,
  setSharePaths,
  setMissingItems,
  settleShares,
} from './shared-items.ts';
import { insertShare, listShares, removeShare } from './shares.ts';
import { insertUser } from './users.ts';

/** Inserts shares of these paths, which are their hashes too. */
async function share(db: Database, ...paths: readonly string[]): Promise<void> {
  const { id: userId } = await db.write((tx) => insertUser(tx, aStoredUser(), 0));
  for (const text of paths) {
    const path = treePath(text);
    await db.write((tx) => insertShare(tx, aShare({ hash: text, userId, path })));
  }
}

async function within(db: Database, path: string): Promise<string[]> {
  const found = await listSharedWithin(db.read, treePath(path));
  return found.map(({ hash }) => hash).toSorted();
}

async function pathsByHash(db: Database): Promise<Record<string, string>> {
  const shares = await listShares(db.read, { nowMs: 0 });
  return Object.fromEntries(shares.map(({ hash, path }) => [hash, path]));
}

/** Neighbours in every order that an engine could think of, and signs that mean something to it. */
const NEIGHBOURS = [
  '/a',
  '/A',
  '/a b',
  '/a-',
  '/a.',
  '/a0',
  '/aé',
  '/ab/c',
  '/ä',
  '/a%/x',
  '/a_/x',
];

describeOnEachEngine('shares below a path', ({ open }) => {
  test('are those of the item and of all below it, and of nothing beside it', async () => {
    const db = await open();
    await share(db, ...NEIGHBOURS, '/a/b', '/a/b/😀', '/a/\n', "/a/'", '/a/\u{10FFFF}');

    expect(await within(db, '/a')).toEqual(
      ['/a', '/a/b', '/a/b/😀', '/a/\n', "/a/'", '/a/\u{10FFFF}'].toSorted(),
    );
    expect(await within(db, '/a%')).toEqual(['/a%/x']);
    expect(await within(db, '/a_')).toEqual(['/a_/x']);
    expect(await within(db, '/a/b/😀')).toEqual(['/a/b/😀']);
    expect(await within(db, '/nothing')).toEqual([]);
    expect(await within(db, '/')).toHaveLength(NEIGHBOURS.length + 5);
  });

  test('are listed even if expired, because their item may matter later', async () => {
    const db = await open();
    const { id: userId } = await db.write((tx) => insertUser(tx, aStoredUser(), 0));
    await db.write((tx) => insertShare(tx, aShare({ userId, expire: 1 })));
    expect(await within(db, '/docs')).toEqual(['plan']);
  });

  test('follow it, and nothing beside it does', async () => {
    const db = await open();
    await share(db, ...NEIGHBOURS, '/a/b', '/a/b/😀 ü');
    await db.write((tx) => moveShares(tx, { from: treePath('/a'), to: treePath('/𝒂/longer') }));

    expect(await pathsByHash(db)).toEqual({
      ...Object.fromEntries(NEIGHBOURS.map((path) => [path, path])),
      '/a': '/𝒂/longer',
      '/a/b': '/𝒂/longer/b',
      '/a/b/😀 ü': '/𝒂/longer/b/😀 ü',
    });
  });

  test('follow one by one, where only some do', async () => {
    const db = await open();
    await share(db, '/a', '/a/b', '/a/c');
    await db.write((tx) => setSharePaths(tx, [{ hash: '/a/b', path: treePath('/d/b') }]));
    expect(await pathsByHash(db)).toEqual({ '/a': '/a', '/a/b': '/d/b', '/a/c': '/a/c' });
  });
});

describeOnEachEngine('shares whose items are being changed', ({ open }) => {
  test('are listed with the fate under which they are held', async () => {
    const db = await open();
    await share(db, '/a', '/b', '/other');
    const held = [
      { hash: '/b', fate: 'removed' },
      { hash: '/a', fate: 'overwritten' },
    ] as const;
    const items = await listHeldItems(db.read, held);
    expect(items.toSorted((one, other) => (one.hash < other.hash ? -1 : 1))).toEqual([
      { hash: '/a', path: '/a', item: 'born 1', fate: 'overwritten' },
      { hash: '/b', path: '/b', item: 'born 1', fate: 'removed' },
    ]);
    expect(await listHeldItems(db.read, [])).toEqual([]);
  });

  test('get a fingerprint if they have none, and otherwise keep it', async () => {
    const db = await open();
    const { id: userId } = await db.write((tx) => insertUser(tx, aStoredUser(), 0));
    const path = treePath('/');
    for (const [hash, item] of [
      ['seen', 'born 1'],
      ['unseen', undefined],
    ] as const) {
      await db.write((tx) => insertShare(tx, aShare({ userId, hash, item })));
      await db.write((tx) => setMissingItems(tx, [{ hash, path, item: 'born 2' }]));
    }
    const items = (await listShares(db.read, { nowMs: 0 })).map(({ hash, item }) => [hash, item]);
    expect(Object.fromEntries(items)).toEqual({ seen: 'born 1', unseen: 'born 2' });
  });

  test('stay, go on with another item, or end', async () => {
    const db = await open();
    await share(db, '/stays', '/goes-on', '/ends');
    await db.write((tx) =>
      settleShares(tx, [
        { hash: '/stays', outcome: 'stays' },
        { hash: '/goes-on', outcome: 'goes-on', item: 'born 2' },
        { hash: '/ends', outcome: 'ends' },
      ]),
    );
    const shares = await listShares(db.read, { nowMs: 0 });
    expect(shares.map(({ hash, item }) => [hash, item])).toEqual([
      ['/goes-on', 'born 2'],
      ['/stays', 'born 1'],
    ]);
  });

  test('may be revoked meanwhile', async () => {
    const db = await open();
    await share(db, '/a');
    await db.write((tx) => removeShare(tx, '/a'));
    expect(await listHeldItems(db.read, [{ hash: '/a', fate: 'carried' }])).toEqual([]);
    await db.write((tx) => settleShares(tx, [{ hash: '/a', outcome: 'goes-on', item: 'born 2' }]));
    expect(await listShares(db.read, { nowMs: 0 })).toEqual([]);
  });
});
