import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { aRemoval, interrupt } from '../testing/interrupted-operations.ts';
import { anUpload, aStoredUser, treePath } from '../testing/stored-records.ts';
import { followMove } from './follow-move.ts';
import { listOperations } from './operation-journal.ts';
import { insertUpload, listUnfinishedUploads } from './uploads.ts';
import { insertUser } from './users.ts';

describeOnEachEngine('a folder that has moved', ({ open }) => {
  test('updates operations and uploads in the moved folder, and no others', async () => {
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
    const uploads = await listUnfinishedUploads(db.read);
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
