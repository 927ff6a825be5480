import type { TreePath } from '#contract/paths.ts';
import { expect, test } from 'vitest';
import { allOf } from '../testing/all-of.ts';
import { describeOnEachEngine } from '../testing/engines.ts';
import { aRemoval, interrupt } from '../testing/interrupted-operations.ts';
import { anUpload, aStoredUser, treePath } from '../testing/stored-records.ts';
import type { Writer } from './database.ts';
import { insertUpload, unfinishedUploads } from './uploads.ts';
import { insertTrash, type NewTrash } from './trash.ts';
import { starItem, storeItemUses } from './user-items.ts';
import { insertUser } from './users.ts';
import {
  beginSettling,
  deleteOperation,
  followMove,
  hasFollowers,
  insertOperation,
  listOperations,
  type NewOperation,
  setOperationShares,
  updateOperation,
} from './operation-journal.ts';

const MOVE: NewOperation<'move'> = {
  kind: 'move',
  state: 'renaming',
  source: treePath('/Ünï 😀/100%\n.bin'),
  target: treePath('/b'),
  replaces: false,
  item: 'born 1',
};
const COPY: NewOperation<'copy'> = {
  kind: 'copy',
  state: 'copying',
  source: treePath('/video.mp4'),
  target: treePath('/disk/video.mp4'),
  temporary: treePath('/disk/.filebrowser-1.part'),
  replaces: true,
  replaced: 'born 2',
};
function aVersion(differing: Partial<NewTrash>): NewTrash {
  return {
    purpose: 'version',
    userId: undefined,
    username: 'anna',
    source: treePath('/a'),
    path: treePath('/.filebrowser-trash.part/1-a'),
    kind: 'file',
    size: 1,
    entries: 1,
    item: 'born 1',
    folderEvidence: undefined,
    deletedAt: 1,
    modifiedMs: 1,
    ...differing,
  };
}

const ANNA = { userId: 1, shares: [] };

describeOnEachEngine('the operation journal', ({ open }) => {
  test('has all that is needed to recover or invert an operation, until it has ended', async () => {
    const db = await open();
    const move = await db.write((tx) => insertOperation(tx, MOVE, ANNA));
    const copy = await db.write((tx) => insertOperation(tx, COPY, { ...ANNA, userId: undefined }));
    const startedAt = expect.any(Number);
    expect(await listOperations(db.read)).toEqual([
      { ...MOVE, ...ANNA, id: move, startedAt },
      { ...COPY, userId: undefined, shares: [], id: copy, startedAt },
    ]);

    await db.write((tx) => updateOperation(tx, copy, { ...COPY, state: 'merging', item: 'new' }));
    expect(await db.write((tx) => deleteOperation(tx, move))).toBe(true);
    expect(await db.write((tx) => deleteOperation(tx, move))).toBe(false);
    expect(await listOperations(db.read)).toMatchObject([{ state: 'merging', item: 'new' }]);
  });

  test('keeps the shares of an operation beside its steps', async () => {
    const db = await open();
    const id = await db.write((tx) => insertOperation(tx, COPY, ANNA));
    const shares = [{ hash: 'a', fate: 'carried' }] as const;
    await db.write((tx) => setOperationShares(tx, id, shares));
    await db.write((tx) => updateOperation(tx, id, { ...COPY, state: 'publishing' }));
    expect(await db.write((tx) => beginSettling(tx, id))).toBe(true);
    expect(await db.write((tx) => beginSettling(tx, id))).toBe(false);
    expect(await listOperations(db.read)).toMatchObject([{ state: 'settling', shares }]);
  });

  test('knows what has to follow a folder: uploads, stars, versions, items in the trash, and other operations', async () => {
    const db = await open();
    const { id: userId } = await db.write((tx) => insertUser(tx, aStoredUser(), 0));
    const folder = treePath('/Ünï 😀');
    const has = (path: TreePath) => hasFollowers(db.read, path);
    const inside = treePath('/Ünï 😀/below/a');
    await db.write((tx) =>
      storeItemUses(tx, [{ userId, path: inside, use: 'opened', at: 1 }], 200),
    );
    expect(await has(folder)).toBe(false);

    const followers: Readonly<Record<string, (tx: Writer) => Promise<unknown>>> = {
      upload: (tx) =>
        insertUpload(tx, anUpload({ userId, folder: treePath('/Ünï 😀/below'), path: inside })),
      userItem: (tx) => starItem(tx, { userId, path: inside, at: 1 }, 10),
      trash: (tx) => insertTrash(tx, aVersion({ source: inside })),
      trashed: (tx) => insertTrash(tx, aVersion({ source: treePath('/x'), path: inside })),
      operation: (tx) => insertOperation(tx, MOVE, ANNA),
    };
    for (const [name, insert] of Object.entries(followers)) {
      await db.write(insert);
      const others = [treePath('/Ünï 😀2'), treePath('/Ünï')];
      const found = await Promise.all([folder, inside, ...others].map(has));
      const isEverywhere = name === 'operation';
      expect({ name, found }).toEqual({
        name,
        found: [true, name !== 'upload', isEverywhere, isEverywhere],
      });
      await db.write(async (tx) => {
        for (const table of ['upload', 'userItem', 'trash', 'operation'] as const)
          await tx.deleteFrom(table).execute();
      });
    }
  });

  test('follows a folder that has moved, with all paths in it', async () => {
    const db = await open();
    await db.write((tx) => insertOperation(tx, COPY, ANNA));
    await db.write((tx) => insertOperation(tx, MOVE, ANNA));
    await db.write((tx) => followMove(tx, treePath('/disk'), treePath('/a/disk')));
    expect(await listOperations(db.read)).toMatchObject([
      {
        source: '/video.mp4',
        target: '/a/disk/video.mp4',
        temporary: '/a/disk/.filebrowser-1.part',
      },
      MOVE,
    ]);
  });

  test('follows a folder that has moved, with uploads in it, and in no others', async () => {
    const db = await open();
    const user = await db.write((tx) => insertUser(tx, aStoredUser(), 0));
    const folders = ['/Ünï 😀', '/Ünï 😀/below', '/Ünï 😀2', '/'].map(treePath);
    for (const folder of folders) {
      const path = treePath(`${folder}/asked for`);
      await db.write((tx) => insertUpload(tx, anUpload({ userId: user.id, path, folder })));
      const inFolder = folder === '/' ? '' : folder;
      await interrupt(db, aRemoval(`${inFolder}/.filebrowser-2.part`));
    }

    await db.write((tx) => followMove(tx, treePath('/Ünï 😀'), treePath('/new/place')));

    const moved = ['/new/place', '/new/place/below', '/Ünï 😀2', '/'];
    const uploads = await allOf(unfinishedUploads(db.read));
    expect(uploads.map(({ folder }) => folder)).toEqual(moved);
    expect(uploads[0]?.path).toBe('/Ünï 😀/asked for');
    const operations = await listOperations(db.read);
    expect(operations.map(({ temporary }) => temporary)).toEqual([
      '/new/place/.filebrowser-2.part',
      '/new/place/below/.filebrowser-2.part',
      '/Ünï 😀2/.filebrowser-2.part',
      '/.filebrowser-2.part',
    ]);
  });
});
