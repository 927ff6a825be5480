import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { allOf } from '../testing/all-of.ts';
import { aShare, aStoredUser, treePath } from '../testing/stored-records.ts';
import type { Database } from './database.ts';
import {
  findShare,
  insertShare,
  listShares,
  type NewShare,
  removeExpiredShares,
  removeShare,
  setShareItem,
} from './shares.ts';
import { sharesAt } from './share-slices.ts';
import { insertUser } from './users.ts';

const NOW_MS = 5_000_500;

const addUser = async (db: Database, username = 'anna'): Promise<number> =>
  (await db.write((tx) => insertUser(tx, aStoredUser({ username }), 0))).id;

const add = (db: Database, share: Partial<NewShare> & { userId: number }) =>
  db.write((tx) => insertShare(tx, aShare(share)));

const hashes = (shares: readonly { readonly hash: string }[]) => shares.map(({ hash }) => hash);

describeOnEachEngine('shares', ({ open }) => {
  test('come back exactly as stored, whatever the name and however late their end', async () => {
    const db = await open();
    const userId = await addUser(db);
    const share = aShare({
      userId,
      hash: 'abcDEF-_',
      path: treePath("/Ünï 😀/100%_'\n"),
      isFolder: true,
      passwordHash: '$argon2id$x',
      expire: 185_542_587_187_199,
    });
    const unused = { opened: 0, downloaded: 0, lastUsedAt: undefined };
    expect(await add(db, share)).toEqual({ ...share, ...unused });
    expect(await findShare(db.read, 'abcDEF-_', NOW_MS)).toEqual({ ...share, ...unused });

    const plain = aShare({ userId, item: undefined });
    expect(await add(db, plain)).toEqual({ ...plain, ...unused });
  });

  test('are found by their own hash alone, letter for letter', async () => {
    const db = await open();
    const userId = await addUser(db);
    await add(db, { userId, hash: 'AbCdEfGh' });
    for (const hash of ['abcdefgh', 'AbCdEfG', 'AbCdEfGh ', '%', '', 'nul\0', '\uD800']) {
      expect(await findShare(db.read, hash, NOW_MS)).toBeUndefined();
    }
    expect(await findShare(db.read, 'AbCdEfGh', NOW_MS)).toMatchObject({ hash: 'AbCdEfGh' });
  });

  test('are ignored from the second of their expiry on', async () => {
    const db = await open();
    const userId = await addUser(db);
    await add(db, { userId, hash: 'ended', expire: 5_000 });
    await add(db, { userId, hash: 'ends', expire: 5_001 });
    await add(db, { userId, hash: 'lasts' });

    expect(await findShare(db.read, 'ended', NOW_MS)).toBeUndefined();
    expect(await findShare(db.read, 'ends', NOW_MS)).toMatchObject({ hash: 'ends' });
    expect(await findShare(db.read, 'ends', NOW_MS + 500)).toBeUndefined();
    expect(hashes(await listShares(db.read, { nowMs: NOW_MS }))).toEqual(['lasts', 'ends']);
    expect(hashes(await allOf(sharesAt(db.read, treePath('/docs/plan.pdf'), NOW_MS)))).toEqual([
      'ends',
      'lasts',
    ]);
    expect(await db.write((tx) => removeExpiredShares(tx, NOW_MS, 9))).toBe(1);
    expect(await db.write((tx) => removeExpiredShares(tx, NOW_MS, 9))).toBe(0);
    const left = await db.read.selectFrom('share').select('hash').orderBy('hash').execute();
    expect(hashes(left)).toEqual(['ends', 'lasts']);
  });

  test('are listed by owner, permanent ones first and then by their end; or one owner’s', async () => {
    const db = await open();
    const [anna, otto] = [await addUser(db), await addUser(db, 'otto')];
    await add(db, { userId: otto, hash: 'c' });
    await add(db, { userId: anna, hash: 'late', expire: 9_000 });
    await add(db, { userId: anna, hash: 'soon', expire: 8_000 });
    await add(db, { userId: anna, hash: 'b' });
    await add(db, { userId: anna, hash: 'a' });

    const annas = ['a', 'b', 'soon', 'late'];
    expect(hashes(await listShares(db.read, { nowMs: NOW_MS }))).toEqual([...annas, 'c']);
    expect(hashes(await listShares(db.read, { userId: anna, nowMs: NOW_MS }))).toEqual(annas);
    expect(await listShares(db.read, { userId: 999, nowMs: NOW_MS })).toEqual([]);
  });

  test('at a path are those of all owners, without similar paths', async () => {
    const db = await open();
    const [anna, otto] = [await addUser(db), await addUser(db, 'otto')];
    const paths = ['/a', '/a', '/A', '/a/b', '/ab', '/'];
    for (const [index, path] of paths.entries()) {
      const userId = index === 0 ? anna : otto;
      await add(db, { userId, hash: `${index}`, path: treePath(path) });
    }
    expect(hashes(await allOf(sharesAt(db.read, treePath('/a'), NOW_MS)))).toEqual(['0', '1']);
    expect(hashes(await allOf(sharesAt(db.read, treePath('/'), NOW_MS)))).toEqual(['5']);
  });

  test('are removed with their uses, also with their owner', async () => {
    const db = await open();
    const [anna, otto] = [await addUser(db), await addUser(db, 'otto')];
    await add(db, { userId: anna, hash: 'annas' });
    await add(db, { userId: otto, hash: 'ottos' });
    for (const hash of ['annas', 'ottos']) {
      const use = { hash, kind: 'opened', at: 1, address: '::1', path: '/', bytes: 0, whole: 1 };
      await db.write((tx) => tx.insertInto('shareUse').values(use).execute());
    }
    expect(await db.write((tx) => removeShare(tx, 'annas'))).toBe(true);
    expect(await db.write((tx) => removeShare(tx, 'annas'))).toBe(false);
    await db.write((tx) => tx.deleteFrom('user').where('id', '=', otto).execute());
    expect(await listShares(db.read, { nowMs: NOW_MS })).toEqual([]);
    expect(await db.read.selectFrom('shareUse').selectAll().execute()).toEqual([]);
  });

  test('are bound to another item when their owner says so', async () => {
    const db = await open();
    const userId = await addUser(db);
    await add(db, { userId, hash: 'one' });
    await add(db, { userId, hash: 'two' });
    await db.write((tx) => setShareItem(tx, 'one', 'born 2'));
    const items = (await listShares(db.read, { nowMs: NOW_MS })).map(({ item }) => item);
    expect(items).toEqual(['born 2', 'born 1']);
  });
});
