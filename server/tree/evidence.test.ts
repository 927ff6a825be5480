import { expect, test } from 'vitest';
import { type NewJournalEntry, insertJournalEntry } from '../metadata/operation-journal.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { treePath } from '../testing/stored-records.ts';
import { refOf } from './entry-paths.ts';

/** Stored mark of a folder on a disk that is mounted below the root, but not now. */
const ON_MISSING_DISK = 'mounted born 1 inode 2';

async function note(
  app: TestApp,
  entry: Partial<NewJournalEntry>,
  [from, to]: readonly [string, string],
) {
  const ends = { from: refOf(treePath(from)), to: refOf(treePath(to)) };
  await app.db.write((tx) =>
    insertJournalEntry(tx, {
      kind: 'renaming',
      replace: false,
      original: undefined,
      ...ends,
      ...entry,
    }),
  );
}

/** Returns the kinds of entries and names of temporary files that another start keeps, and the files after it. */
async function afterStart(app: TestApp) {
  await using again = await app.restart();
  const rows = await again.db.read.selectFrom('unfinishedAct').select('kind').execute();
  const parts = await again.db.read.selectFrom('strayPart').select('partName').execute();
  const kept = [...rows.map(({ kind }) => kind), ...parts.map(({ partName }) => partName)];
  return { kept, files: await again.filesOnDisk() };
}

test('keeps entries about a disk below the root that is not mounted', async () => {
  await using app = await startTestApp({ files: { '/disk/': '', '/original/a.txt': 'a' } });
  await note(app, { kind: 'renaming', item: 'born 3', folderMark: ON_MISSING_DISK }, [
    '/disk/a',
    '/disk/b',
  ]);
  const hidden = { folderMark: ON_MISSING_DISK, item: 'born 4' };
  await note(app, { ...hidden, kind: 'moving-into', original: refOf(treePath('/disk/was')) }, [
    '/disk/.filebrowser-1.part',
    '/disk',
  ]);
  await note(app, { ...hidden, kind: 'publishing', original: refOf(treePath('/original')) }, [
    '/disk/.filebrowser-2.part',
    '/disk/copy',
  ]);
  await note(app, { ...hidden, kind: 'merging', original: refOf(treePath('/original')) }, [
    '/disk/.filebrowser-3.part',
    '/disk',
  ]);
  await app.db.write((tx) =>
    tx
      .insertInto('strayPart')
      .values({
        folder: '/disk',
        partName: '.filebrowser-4.part',
        formerName: 'x',
        folderMark: ON_MISSING_DISK,
      })
      .execute(),
  );
  expect(await afterStart(app)).toEqual({
    kept: ['renaming', 'moving-into', 'publishing', 'merging', '.filebrowser-4.part'],
    files: { '/disk/': '', '/original/a.txt': 'a' },
  });
});

test('keeps an original if the entry at the name of its copy is not the copy', async () => {
  await using app = await startTestApp({
    files: { '/to/copy/a.txt': 'a', '/original/a.txt': 'a', '/else': '' },
  });
  const entry = { kind: 'publishing', original: refOf(treePath('/original')) } as const;
  await note(app, { ...entry, item: 'born 4', folderMark: 'root born 5' }, [
    '/to/.filebrowser-1.part',
    '/to/copy',
  ]);
  expect(await afterStart(app)).toEqual({
    kept: [],
    files: { '/to/copy/a.txt': 'a', '/original/a.txt': 'a', '/else': '' },
  });
});

test('clears the journal entry for a rename of an entry that was removed on the root itself', async () => {
  await using app = await startTestApp({ files: { '/kept': '' } });
  await note(app, { item: 'born 4', folderMark: 'root born 5' }, ['/was', '/is']);
  expect((await afterStart(app)).kept).toEqual([]);
});
