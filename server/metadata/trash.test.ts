import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { treePath } from '../testing/stored-records.ts';
import type { Database } from './database.ts';
import {
  deleteTrash,
  findTrash,
  followMoveInTrash,
  insertTrash,
  listUnmeasured,
  type NewTrash,
  pathsInTrash,
  setTrashSize,
  type StoredTrash,
  trashBounds,
  trashByTime,
  trashTotals,
} from './trash.ts';
import { turnIntoDeleted } from './versions.ts';

const FOLDER = treePath('/.filebrowser-trash.part');

function anItem(name: string, more: Partial<NewTrash> = {}): NewTrash {
  return {
    purpose: 'deleted',
    userId: 1,
    username: 'ann',
    source: treePath(`/docs/${name}`),
    path: treePath(`${FOLDER}/${name}`),
    kind: 'file',
    size: 10,
    entries: 1,
    item: `item of ${name}`,
    folderEvidence: 'root mark',
    modifiedMs: undefined,
    deletedAt: 1_000,
    ...more,
  };
}

async function insert(db: Database, ...items: readonly NewTrash[]): Promise<number[]> {
  const ids: number[] = [];
  for (const item of items) ids.push(await db.write((tx) => insertTrash(tx, item)));
  return ids;
}

async function collect(slices: AsyncIterable<readonly StoredTrash[]>): Promise<string[]> {
  const paths: string[] = [];
  for await (const slice of slices) paths.push(...slice.map(({ source }) => source));
  return paths;
}

describeOnEachEngine('trash', ({ open }) => {
  test('an item is found as it was stored', async () => {
    const db = await open();
    const name = 'مجلد "a" %_\\ 🎉';
    const [id = 0] = await insert(db, anItem(name, { size: 9_007_199_254_740_991 }));
    expect(await findTrash(db.read, id)).toEqual({
      ...anItem(name, { size: 9_007_199_254_740_991 }),
      id,
    });
    expect(await findTrash(db.read, id + 1)).toBeUndefined();
  });

  test('items are read by time, of one user or of all, from a position on', async () => {
    const db = await open();
    const ids = await insert(
      db,
      anItem('a', { deletedAt: 3 }),
      anItem('b', { deletedAt: 1, userId: 2 }),
      anItem('c', { deletedAt: 3 }),
      anItem('d', { deletedAt: 2, userId: undefined }),
      anItem('v', { deletedAt: 2, purpose: 'version' }),
    );
    const read = (more: Partial<Parameters<typeof trashByTime>[1]>) =>
      collect(trashByTime(db.read, { purpose: 'deleted', order: 'oldest', ...more }));
    expect(await read({})).toEqual(['/docs/b', '/docs/d', '/docs/a', '/docs/c']);
    expect(await read({ order: 'newest', userId: 1 })).toEqual(['/docs/c', '/docs/a']);
    const from = { deletedAt: 3, id: ids[0] ?? 0 };
    expect(await read({ from })).toEqual(['/docs/c']);
    expect(await read({ from, order: 'newest' })).toEqual(['/docs/d', '/docs/b']);
    expect(await read({ purpose: 'version' })).toEqual(['/docs/v']);
  });

  test('items that came into the trash after its bounds were read are left out', async () => {
    const db = await open();
    expect(await trashBounds(db.read)).toEqual({ deletedAt: 0, id: 0 });
    const [version = 0, last = 0] = await insert(
      db,
      anItem('v', { deletedAt: 1, purpose: 'version' }),
      anItem('a', { deletedAt: 2 }),
    );
    const bounds = await trashBounds(db.read);
    expect(bounds).toEqual({ deletedAt: 2, id: last });
    // The clock was set back.
    await insert(db, anItem('b', { deletedAt: 1 }));
    const deleted = { id: version, source: treePath('/docs/v'), deletedAt: 3 };
    await db.write((tx) => turnIntoDeleted(tx, deleted, { source: deleted.source, ids: [] }));
    const read = (more: Partial<Parameters<typeof trashByTime>[1]>) =>
      collect(trashByTime(db.read, { purpose: 'deleted', order: 'oldest', ...more }));
    expect(await read({})).toEqual(['/docs/b', '/docs/a', '/docs/v']);
    expect(await read({ bounds })).toEqual(['/docs/a']);
  });

  test('sizes are summed up as they become known', async () => {
    const db = await open();
    expect(await trashTotals(db.read)).toEqual({ items: 0, bytes: 0 });
    const [, id = 0] = await insert(db, anItem('a'), anItem('b', { size: undefined }));
    expect(await trashTotals(db.read)).toEqual({ items: 2, bytes: 10 });
    expect((await listUnmeasured(db.read, 10)).map((item) => item.id)).toEqual([id]);
    await db.write((tx) => setTrashSize(tx, id, { size: 6_000_000_000, entries: 3 }));
    expect(await listUnmeasured(db.read, 10)).toEqual([]);
    expect(await trashTotals(db.read)).toEqual({ items: 2, bytes: 6_000_000_010 });
  });

  test('an item leaves the trash when it is moved out of it, and follows its disk', async () => {
    const db = await open();
    const mounted = treePath('/mnt/.filebrowser-trash.part');
    const [, other = 0] = await insert(
      db,
      anItem('a'),
      anItem('b', { path: treePath(`${mounted}/b`) }),
    );
    await db.write((tx) => followMoveInTrash(tx, treePath(`${FOLDER}/a`), treePath('/docs/a')));
    await db.write((tx) => followMoveInTrash(tx, treePath('/mnt'), treePath('/media')));
    expect(await collect(trashByTime(db.read, { purpose: 'deleted', order: 'oldest' }))).toEqual([
      '/docs/b',
    ]);
    expect((await findTrash(db.read, other))?.path).toBe('/media/.filebrowser-trash.part/b');
  });

  test('the paths of one trash folder are listed, and a row is deleted once', async () => {
    const db = await open();
    await insert(db, anItem('a'), anItem('b', { path: treePath('/.filebrowser-trash.partly/b') }));
    expect([...(await pathsInTrash(db.read, FOLDER))]).toEqual([`${FOLDER}/a`]);
    expect(await db.write((tx) => deleteTrash(tx, treePath(`${FOLDER}/a`)))).toBe(true);
    expect(await db.write((tx) => deleteTrash(tx, treePath(`${FOLDER}/a`)))).toBe(false);
  });
});
