import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { treePath } from '../testing/stored-records.ts';
import { followMoveInTrash, type NewTrash, trashTotals } from './trash.ts';
import {
  deleteKeeping,
  hasVersions,
  insertKeeping,
  listKeeping,
  listSurplusVersions,
  listVersions,
  markObsolete,
  settleKeeping,
} from './versions.ts';

const TRASH = '/.filebrowser-trash.part';

function aFile(name: string, source: string, deletedAt: number): Omit<NewTrash, 'purpose'> {
  return {
    userId: 1,
    username: 'anna',
    source: treePath(source),
    path: treePath(`${TRASH}/${name}`),
    kind: 'file',
    size: 3,
    entries: 1,
    item: `before ${name}`,
    folderEvidence: undefined,
    deletedAt,
    modifiedMs: 1_795_000_000_000,
  };
}

describeOnEachEngine('versions of files', (engine) => {
  test('are listed once they are settled, the newest first', async () => {
    const db = await engine.open();
    const files = [aFile('one', '/a', 1), aFile('two', '/a', 2), aFile('three', '/a', 3)];
    const [one = 0, two = 0, three = 0] = await db.write((tx) => insertKeeping(tx, files));
    expect((await listKeeping(db.read)).map(({ id }) => id)).toEqual([one, two, three]);
    expect(await listVersions(db.read, treePath('/a'), 10)).toEqual([]);
    await db.write((tx) => settleKeeping(tx, { id: one, item: 'kept one' }));
    await db.write((tx) => settleKeeping(tx, { id: two, item: 'kept two' }));
    await db.write((tx) => deleteKeeping(tx, three));
    // A settled version is not forgotten any more.
    await db.write((tx) => deleteKeeping(tx, two));
    expect(await listVersions(db.read, treePath('/a'), 10)).toMatchObject([
      { id: two, item: 'kept two', modifiedMs: 1_795_000_000_000 },
      { id: one, item: 'kept one', username: 'anna' },
    ]);
    expect(await listVersions(db.read, treePath('/a'), 1)).toHaveLength(1);
    expect(await trashTotals(db.read)).toEqual({ items: 2, bytes: 6 });
  });

  test('beyond the newest of each file are found, the oldest first', async () => {
    const db = await engine.open();
    const sources = ['/a', '/b', '/a', '/a', '/b', '/a'];
    const files = sources.map((source, at) => aFile(`${at}`, source, at));
    const ids = await db.write((tx) => insertKeeping(tx, files));
    for (const id of ids) await db.write((tx) => settleKeeping(tx, { id, item: 'x' }));
    const surplus = await listSurplusVersions(db.read, 2, 10);
    expect(surplus.map(({ deletedAt }) => deletedAt)).toEqual([0, 2]);
    expect(await listSurplusVersions(db.read, 2, 1)).toHaveLength(1);
    expect(await listSurplusVersions(db.read, 4, 10)).toEqual([]);
  });

  test('follow their file, and are marked when it is deleted for good with its folder', async () => {
    const db = await engine.open();
    const files = [aFile('1', '/docs/a', 1), aFile('2', '/docs', 2), aFile('3', '/docs-2/a', 3)];
    const ids = await db.write((tx) => insertKeeping(tx, files));
    for (const id of ids.slice(1)) await db.write((tx) => settleKeeping(tx, { id, item: 'x' }));
    await db.write((tx) => followMoveInTrash(tx, treePath('/docs'), treePath('/new/docs')));
    const sources = await db.read.selectFrom('trash').select('source').orderBy('id').execute();
    expect(sources.map(({ source }) => source)).toEqual(['/new/docs/a', '/new/docs', '/docs-2/a']);
    expect(await hasVersions(db.read, treePath('/docs'))).toBe(false);
    expect(await hasVersions(db.read, treePath('/new'))).toBe(true);
    expect(await db.write((tx) => markObsolete(tx, treePath('/new')))).toBe(1);
    expect(await hasVersions(db.read, treePath('/new'))).toBe(false);
    expect(await hasVersions(db.read, treePath('/docs-2'))).toBe(true);
  });
});
