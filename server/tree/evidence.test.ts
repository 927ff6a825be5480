import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { aRemoval, aTransfer, interrupt } from '../testing/interrupted-operations.ts';

/** Stored mark of a folder on a disk that is mounted below the root, but not now. */
const ON_MISSING_DISK = 'mounted born 1 inode 2';
/** Evidence of an item that was removed on the file system of the root. */
const ON_ROOT = { item: 'born 4', folderEvidence: 'root born 5' };

/** Returns the entries that another start keeps, and the files after it. */
async function afterStart(app: TestApp) {
  await using again = await app.restart();
  const rows = await again.db.read
    .selectFrom('operation')
    .select(['kind', 'state'])
    .orderBy('id')
    .execute();
  const kept = rows.map(({ kind, state }) => `${kind}, ${state}`);
  return { kept, files: await again.filesOnDisk() };
}

test('keeps entries about a disk below the root that is not mounted', async () => {
  await using app = await startTestApp({ files: { '/disk/': '', '/original/a.txt': 'a' } });
  const evidence = { item: 'born 4', folderEvidence: ON_MISSING_DISK };
  const hidden = (number: number) => `/disk/.filebrowser-${number}.part`;
  const original = '/original';
  for (const transfer of [
    aTransfer('renaming', { from: '/disk/a', to: '/disk/b' }, evidence),
    aTransfer('moving-into', { from: hidden(1), to: '/disk', original: '/disk/was' }, evidence),
    aTransfer('publishing', { from: hidden(2), to: '/disk/copy', original }, evidence),
    aTransfer('merging', { from: hidden(3), to: '/disk', original }, evidence),
  ])
    await interrupt(app.db, transfer);
  const removal = { formerly: '/disk/x', folderEvidence: ON_MISSING_DISK };
  await interrupt(app.db, aRemoval(hidden(4), removal));
  expect(await afterStart(app)).toEqual({
    kept: [
      'move, renaming',
      'move, moving-into',
      'move, publishing',
      'move, merging',
      'delete, removing',
    ],
    files: { '/disk/': '', '/original/a.txt': 'a' },
  });
});

test('keeps an original if the entry at the name of its copy is not the copy', async () => {
  await using app = await startTestApp({
    files: { '/to/copy/a.txt': 'a', '/original/a.txt': 'a', '/else': '' },
  });
  const ends = { from: '/to/.filebrowser-1.part', to: '/to/copy', original: '/original' };
  await interrupt(app.db, aTransfer('publishing', ends, ON_ROOT));
  expect(await afterStart(app)).toEqual({
    kept: [],
    files: { '/to/copy/a.txt': 'a', '/original/a.txt': 'a', '/else': '' },
  });
});

test('clears the journal record for a rename of an entry that was removed on the root itself', async () => {
  await using app = await startTestApp({ files: { '/kept': '' } });
  await interrupt(app.db, aTransfer('renaming', { from: '/was', to: '/is' }, ON_ROOT));
  expect((await afterStart(app)).kept).toEqual([]);
});
