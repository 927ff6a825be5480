import { link, mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listOperations } from '../metadata/operation-journal.ts';
import { findShare, insertShare } from '../metadata/shares.ts';
import { insertUpload } from '../metadata/uploads.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { returnToEarlierJournal } from '../testing/earlier-journal.ts';
import { aRemoval, aTransfer, interrupt } from '../testing/interrupted-operations.ts';
import { anUpload, aShare, treePath } from '../testing/stored-records.ts';

const PART = '.filebrowser-1.part';

function note(
  app: TestApp,
  state: Parameters<typeof aTransfer>[0],
  [from, to, original]: readonly [string, string, string?],
): Promise<unknown> {
  return interrupt(app.db, aTransfer(state, { from, to, ...(original && { original }) }));
}

/** Creates a file as a crash would leave it, also with a temporary name. */
async function put(app: TestApp, path: string, contents: string): Promise<void> {
  const file = join(app.root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, contents);
  await utimes(file, 1_000, 1_000);
}

/** Starts twice, because the second start must neither undo nor repeat the work of the first. */
async function filesAfterTwoStarts(app: TestApp): Promise<Record<string, string>> {
  const first = await app.restart();
  const files = await first.filesOnDisk();
  await using second = await first.restart();
  expect(await second.filesOnDisk()).toEqual(files);
  expect(await second.db.read.selectFrom('operation').selectAll().execute()).toEqual([]);
  return files;
}

test('leaves an interrupted move at one of its two names', async () => {
  await using app = await startTestApp({
    files: {
      '/both.txt': 'both',
      '/waiting/in.txt': 'in',
      '/new/': '',
      '/begun.txt': 'begun',
      '/moved/in.txt': 'moved',
    },
  });
  await link(join(app.root, 'both.txt'), join(app.root, 'both-new.txt'));
  await note(app, 'renaming', ['/both.txt', '/both-new.txt']);
  await note(app, 'renaming', ['/waiting', '/new']);
  await note(app, 'renaming', ['/begun.txt', '/not-begun.txt']);
  await note(app, 'renaming', ['/was', '/moved']);

  expect(await filesAfterTwoStarts(app)).toEqual({
    '/both-new.txt': 'both',
    '/waiting/in.txt': 'in',
    '/begun.txt': 'begun',
    '/moved/in.txt': 'moved',
  });
});

test('lets an upload continue in a folder whose move was interrupted before it was recorded as complete', async () => {
  await using app = await startTestApp({ files: { '/moved/sub/in.txt': 'in' } });
  const user = await app.addUser();
  const upload = anUpload({ userId: user.id, folder: treePath('/was/sub'), partName: PART });
  await app.db.write((tx) => insertUpload(tx, { ...upload, createdAt: Date.now() }));
  await put(app, `/moved/sub/${PART}`, 'half');
  await note(app, 'renaming', ['/was', '/moved']);

  await using again = await app.restart();
  const rows = await again.db.read.selectFrom('upload').select(['folder', 'partName']).execute();
  expect(rows).toEqual([{ folder: '/moved/sub', partName: PART }]);
});

test('completes a move to another device, and removes only originals with a complete copy', async () => {
  await using app = await startTestApp();
  // The copy is complete and not published yet.
  await put(app, '/one/a.txt', 'a');
  await put(app, `/to/${PART}/a.txt`, 'a');
  await note(app, 'publishing', [`/to/${PART}`, '/to/one', '/one']);
  // The copy is published, and another program has changed one of the originals since.
  await put(app, '/two/same.txt', 's');
  await put(app, '/two/changed.txt', 'changed');
  await put(app, '/to/two/same.txt', 's');
  await put(app, '/to/two/changed.txt', 'before');
  await note(app, 'publishing', ['/to/.filebrowser-2.part', '/to/two', '/two']);
  // The copy is partly merged.
  await put(app, '/three/b.txt', 'b');
  await put(app, '/three/c.txt', 'c');
  await put(app, '/to/three/b.txt', 'b');
  await put(app, '/to/three/kept.txt', 'kept');
  await put(app, '/to/.filebrowser-3.part/c.txt', 'c');
  await note(app, 'merging', ['/to/.filebrowser-3.part', '/to/three', '/three']);

  expect(await filesAfterTwoStarts(app)).toEqual({
    '/to/one/a.txt': 'a',
    '/two/changed.txt': 'changed',
    '/to/two/same.txt': 's',
    '/to/two/changed.txt': 'before',
    '/to/three/b.txt': 'b',
    '/to/three/c.txt': 'c',
    '/to/three/kept.txt': 'kept',
  });
});

test('publishes a complete copy of a folder, also if an empty folder reserves its name', async () => {
  await using app = await startTestApp({ files: { '/to/held/': '', '/to/taken/x.txt': 'x' } });
  await put(app, `/to/${PART}/a.txt`, 'a');
  await note(app, 'publishing', [`/to/${PART}`, '/to/held']);
  await put(app, '/to/.filebrowser-2.part/b.txt', 'b');
  await note(app, 'publishing', ['/to/.filebrowser-2.part', '/to/free']);
  await put(app, '/to/.filebrowser-3.part/c.txt', 'c');
  await note(app, 'publishing', ['/to/.filebrowser-3.part', '/to/taken']);

  expect(await filesAfterTwoStarts(app)).toEqual({
    '/to/held/a.txt': 'a',
    '/to/free/b.txt': 'b',
    '/to/taken/x.txt': 'x',
  });
});

test('completes an interrupted merge, or leaves the folder unmoved', async () => {
  await using app = await startTestApp({ files: { '/whole/w.txt': 'w', '/to/old.txt': 'old' } });
  await put(app, `/to/${PART}/sub/a.txt`, 'a');
  await note(app, 'moving-into', [`/to/${PART}`, '/to', '/gone']);
  await note(app, 'moving-into', ['/to/.filebrowser-2.part', '/to', '/whole']);

  expect(await filesAfterTwoStarts(app)).toEqual({
    '/whole/w.txt': 'w',
    '/to/old.txt': 'old',
    '/to/sub/a.txt': 'a',
  });
});

test('restores the name of a folder that cannot be merged, or a free numbered one', async () => {
  await using app = await startTestApp({
    files: { '/to/taken/x.txt': 'x', '/was/new.txt': 'new' },
  });
  await put(app, `/to/${PART}/taken`, 'a file now');
  await note(app, 'moving-into', [`/to/${PART}`, '/to', '/was']);

  expect(await filesAfterTwoStarts(app)).toEqual({
    '/to/taken/x.txt': 'x',
    '/was/new.txt': 'new',
    '/was(1)/taken': 'a file now',
  });
});

test('removes partial copies and entries that were being deleted', async () => {
  await using app = await startTestApp({ files: { '/docs/kept.txt': 'kept' } });
  await put(app, `/docs/${PART}`, 'half a file');
  await put(app, '/docs/.filebrowser-2.part/sub/half.txt', 'half a folder');
  await interrupt(app.db, aRemoval(`/docs/${PART}`));
  const hidden = (number: number) => `/docs/.filebrowser-${number}.part`;
  await interrupt(app.db, aRemoval(hidden(2), { formerly: '/docs/deleted' }));
  await interrupt(app.db, aRemoval(hidden(3), { formerly: '/docs/kept.txt' }));

  expect(await filesAfterTwoStarts(app)).toEqual({ '/docs/kept.txt': 'kept' });
});

test('removes a partial file in a folder whose move was interrupted before it was recorded as complete', async () => {
  await using app = await startTestApp({ files: { '/moved/kept.txt': 'kept' } });
  await put(app, `/moved/sub/${PART}`, 'half a file');
  // Both lie on the file system of the root, so that the absence at the old path looks like a removal.
  await interrupt(app.db, aRemoval(`/was/sub/${PART}`, { folderEvidence: 'root born 5' }));
  await note(app, 'renaming', ['/was', '/moved']);

  expect(await filesAfterTwoStarts(app)).toEqual({ '/moved/kept.txt': 'kept', '/moved/sub/': '' });
});

test('recovers what a crash of an earlier version has left, when the server is updated', async () => {
  await using app = await startTestApp({ files: { '/moved.txt': 'm', '/docs/kept.txt': 'kept' } });
  const { id: userId } = await app.addUser({ username: 'otto' });
  const shared = aShare({ userId, hash: 'moved', path: treePath('/was.txt'), item: undefined });
  await app.db.write((tx) => insertShare(tx, shared));
  await put(app, `/docs/${PART}/sub/half.txt`, 'half a folder');
  await returnToEarlierJournal(app.db, {
    unfinishedAct: [
      {
        id: 1,
        kind: 'renaming',
        fromFolder: '/',
        fromName: 'was.txt',
        toFolder: '/',
        toName: 'moved.txt',
        replace: 0,
      },
    ],
    strayPart: [{ folder: '/docs', partName: PART }],
    heldShare: [{ hash: 'moved', fate: 'carried' }],
  });

  await using again = await app.restart();
  expect(await again.filesOnDisk()).toEqual({ '/moved.txt': 'm', '/docs/kept.txt': 'kept' });
  expect(await findShare(again.db.read, 'moved', 0)).toMatchObject({ path: '/moved.txt' });
  expect(await listOperations(again.db.read)).toEqual([]);
});
