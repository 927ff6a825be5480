import type { TreePath } from '#contract/paths.ts';
import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { aStoredUser, treePath } from '../testing/stored-records.ts';
import type { Database } from './database.ts';
import {
  correctItemUses,
  hasUserItems,
  listStarred,
  listUsed,
  moveUserItems,
  removeUserItems,
  starItem,
  storeItemUses,
  unstarItem,
} from './user-items.ts';
import { deleteUser, insertUser } from './users.ts';

const MANY = 1_000;

async function addUser(db: Database, username = 'anna'): Promise<number> {
  return (await db.write((tx) => insertUser(tx, aStoredUser({ username }), 0))).id;
}

async function star(db: Database, userId: number, ...paths: readonly string[]): Promise<void> {
  for (const [at, path] of paths.entries()) {
    await db.write((tx) => starItem(tx, { userId, path: treePath(path), at }, MANY));
  }
}

async function use(
  db: Database,
  userId: number,
  path: string,
  at: number,
  kept = 3,
): Promise<void> {
  const used = { userId, path: treePath(path), at, use: 'opened' } as const;
  await db.write((tx) => storeItemUses(tx, [used], kept));
}

const starred = async (db: Database, userId: number) =>
  (await listStarred(db.read, userId)).map(({ path }) => path);
const used = async (db: Database, userId: number) =>
  (await listUsed(db.read, userId, MANY)).map(({ path }) => path);

describeOnEachEngine('starred and recent items', ({ open }) => {
  test('each user has their own, the latest first', async () => {
    const db = await open();
    const anna = await addUser(db);
    const bert = await addUser(db, 'bert');
    await star(db, anna, '/a', '/b');
    await star(db, bert, '/b');
    await use(db, anna, '/c', 1);
    await use(db, anna, '/a', 2);

    expect(await starred(db, anna)).toEqual(['/b', '/a']);
    expect(await starred(db, bert)).toEqual(['/b']);
    expect(await used(db, anna)).toEqual(['/a', '/c']);
    expect(await used(db, bert)).toEqual([]);
  });

  test('a use that was stored at a former path is moved, unless the user has used the item since', async () => {
    const db = await open();
    const anna = await addUser(db);
    const stored = ['/a', '/b', '/c', '/d'].map(treePath);
    for (const [at, path] of stored.slice(0, 3).entries()) await use(db, anna, path, at);
    await star(db, anna, '/a');
    await use(db, anna, '/b', 10);
    await use(db, anna, '/new/c', 11, MANY);
    const uses = stored.map((path, at) => ({ userId: anna, path, at, use: 'opened' }) as const);
    const pathNow = (path: TreePath) => treePath(`/new${path}`);
    await db.write((tx) => correctItemUses(tx, uses, pathNow, MANY));
    expect(await listUsed(db.read, anna, MANY)).toMatchObject([
      { path: '/new/c', at: 11 },
      { path: '/b', at: 10 },
      { path: '/new/a', at: 0 },
    ]);
    expect(await starred(db, anna)).toEqual(['/a']);
  });

  test('a removed star keeps the use, and the other way round', async () => {
    const db = await open();
    const anna = await addUser(db);
    await star(db, anna, '/a');
    await use(db, anna, '/a', 1);
    await db.write((tx) => unstarItem(tx, anna, treePath('/a')));

    expect([await starred(db, anna), await used(db, anna)]).toEqual([[], ['/a']]);
    await star(db, anna, '/a');
    for (const [at, path] of ['/b', '/c', '/d'].entries()) await use(db, anna, path, at + 2);
    expect([await starred(db, anna), await used(db, anna)]).toEqual([['/a'], ['/d', '/c', '/b']]);
  });

  test('a user cannot star more than the limit', async () => {
    const db = await open();
    const anna = await addUser(db);
    await star(db, anna, '/a', '/b');
    const one = { userId: anna, path: treePath('/c'), at: 1 };

    expect(await db.write((tx) => starItem(tx, one, 2))).toBe(false);
    expect(await db.write((tx) => starItem(tx, { ...one, path: treePath('/b') }, 2))).toBe(true);
    expect(await starred(db, anna)).toEqual(['/b', '/a']);
  });

  test('they follow a move with everything below it, also onto other ones', async () => {
    const db = await open();
    const anna = await addUser(db);
    const bert = await addUser(db, 'bert');
    await star(db, anna, '/a', '/a/😀/x', '/ab', '/new/😀/x');
    await star(db, bert, '/a/y', '/new');

    await db.write((tx) => moveUserItems(tx, treePath('/a'), treePath('/new')));

    expect((await starred(db, anna)).toSorted()).toEqual(['/ab', '/new', '/new/😀/x']);
    expect((await starred(db, bert)).toSorted()).toEqual(['/new', '/new/y']);
  });

  test('they end with the item and with the user', async () => {
    const db = await open();
    const anna = await addUser(db);
    await star(db, anna, '/a', '/a/b', '/ab', '/a%/c');
    expect(await hasUserItems(db.read, treePath('/a'))).toBe(true);

    await db.write((tx) => removeUserItems(tx, treePath('/a')));
    expect((await starred(db, anna)).toSorted()).toEqual(['/a%/c', '/ab']);
    expect(await hasUserItems(db.read, treePath('/a'))).toBe(false);

    await db.write((tx) => deleteUser(tx, anna));
    expect(await starred(db, anna)).toEqual([]);
    // A use that arrives after the user was deleted.
    await use(db, anna, '/a', 1);
    expect(await used(db, anna)).toEqual([]);
  });
});
