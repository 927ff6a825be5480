import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { aShare, aStoredUser } from '../testing/stored-records.ts';
import type { Database } from './database.ts';
import {
  countShareUses,
  growShareUses,
  insertShareUses,
  listShareUses,
  type NewShareUse,
  removeShareUses,
} from './share-uses.ts';
import { findShare, insertShare, removeShare } from './shares.ts';
import { trimShareUses } from './remove-share.ts';
import { insertUser } from './users.ts';

async function openWith(open: () => Promise<Database>, ...hashes: string[]): Promise<Database> {
  const db = await open();
  const { id: userId } = await db.write((tx) => insertUser(tx, aStoredUser(), 0));
  for (const hash of hashes) await db.write((tx) => insertShare(tx, aShare({ userId, hash })));
  return db;
}

function aUse(differing: Partial<NewShareUse> = {}): NewShareUse {
  return {
    hash: 'a',
    kind: 'downloaded',
    at: 1_000,
    address: '2001:db8::1',
    path: '/Ünï 😀.txt',
    bytes: 9_007_199_254_740_991,
    whole: true,
    ...differing,
  };
}

const add = (db: Database, uses: readonly NewShareUse[]) =>
  db.write((tx) => insertShareUses(tx, uses));

const usesOf = async (db: Database, hash: string) =>
  (await listShareUses(db.read, hash, { limit: 1_000 })).map(({ at }) => at);

describeOnEachEngine('the uses of a share', ({ open }) => {
  test('are listed, the newest first, from a position', async () => {
    const db = await openWith(open, 'a', 'b');
    const uses = [aUse(), aUse({ kind: 'opened', whole: false, bytes: 0 }), aUse({ path: '' })];
    const ids = await add(db, uses);
    await add(db, [aUse({ hash: 'b' })]);

    const stored = uses.map((use, index) => ({ ...use, id: ids[index] ?? 0 })).toReversed();
    expect(await listShareUses(db.read, 'a', { limit: 10 })).toEqual(stored);
    const first = await listShareUses(db.read, 'a', { limit: 2 });
    expect(first).toEqual(stored.slice(0, 2));
    const rest = await listShareUses(db.read, 'a', { limit: 2, before: first.at(-1)?.id });
    expect(rest).toEqual(stored.slice(2));
    expect(await listShareUses(db.read, 'unknown', { limit: 2 })).toEqual([]);
  });

  test('takes many uses at once, each with its own number', async () => {
    const db = await openWith(open, 'a');
    const uses = Array.from({ length: 250 }, (_, at) => aUse({ at }));
    const ids = await add(db, uses);
    expect(new Set(ids).size).toBe(250);
    const stored = await listShareUses(db.read, 'a', { limit: 250 });
    expect(stored.toReversed().map(({ id, at }) => [id, at])).toEqual(
      ids.map((id, at) => [id, at]),
    );
  });

  test('are updated while they continue', async () => {
    const db = await openWith(open, 'a');
    const [id = 0] = await add(db, [aUse({ bytes: 1, whole: false }), aUse({ bytes: 7 })]);
    await db.write((tx) => growShareUses(tx, [{ id, bytes: 5, whole: true }]));
    const stored = await listShareUses(db.read, 'a', { limit: 2 });
    expect(stored.map(({ bytes, whole }) => [bytes, whole])).toEqual([
      [7, true],
      [5, true],
    ]);
  });

  test('are removed when they are old, or more than the maximum', async () => {
    const db = await openWith(open, 'a', 'b');
    const times = [1, 2, 3, 4, 5];
    await add(
      db,
      times.map((at) => aUse({ at })),
    );
    await add(
      db,
      times.slice(0, 3).map((at) => aUse({ hash: 'b', at })),
    );

    expect(await db.write((tx) => removeShareUses(tx, 2, 9))).toBe(2);
    expect([await usesOf(db, 'a'), await usesOf(db, 'b')]).toEqual([
      [5, 4, 3, 2],
      [3, 2],
    ]);
    expect(await trimShareUses(db, 2)).toBe(2);
    expect(await trimShareUses(db, 2)).toBe(0);
    expect([await usesOf(db, 'a'), await usesOf(db, 'b')]).toEqual([
      [5, 4],
      [3, 2],
    ]);
  });
});

describeOnEachEngine('the counters of a share', ({ open }) => {
  test('count views and downloads, but not wrong passwords', async () => {
    const db = await openWith(open, 'a', 'b');
    const counted = await db.write((tx) =>
      countShareUses(tx, [
        aUse({ kind: 'opened', at: 5 }),
        aUse({ kind: 'opened', at: 3 }),
        aUse({ kind: 'downloaded', at: 4 }),
        aUse({ kind: 'viewed', at: 2 }),
        aUse({ kind: 'wrong-password', at: 9 }),
        aUse({ hash: 'b', kind: 'wrong-password', at: 9 }),
      ]),
    );
    expect([...counted].toSorted()).toEqual(['a', 'b']);
    const counts = { opened: 2, downloaded: 1, lastUsedAt: 5 };
    expect(await findShare(db.read, 'a', 0)).toMatchObject(counts);
    const none = { opened: 0, downloaded: 0, lastUsedAt: undefined };
    expect(await findShare(db.read, 'b', 0)).toMatchObject(none);
  });

  test('are updated for existing shares only, which are returned', async () => {
    const db = await openWith(open, 'a', 'b');
    await db.write((tx) => removeShare(tx, 'b'));
    const uses = [aUse(), aUse({ hash: 'b' })];
    expect(await db.write((tx) => countShareUses(tx, uses))).toEqual(new Set(['a']));
  });
});
