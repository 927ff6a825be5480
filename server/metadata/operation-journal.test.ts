import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { treePath } from '../testing/stored-records.ts';
import {
  deleteJournalEntry,
  insertJournalEntry,
  listJournalEntries,
  type NewJournalEntry,
} from './operation-journal.ts';

describeOnEachEngine('the operation journal', ({ open }) => {
  test('they are known, with all that is needed to finish them, until they are done', async () => {
    const db = await open();
    const renaming: NewJournalEntry = {
      kind: 'renaming',
      from: { folder: treePath('/Ünï 😀'), name: '100%\n.bin' },
      to: { folder: treePath('/'), name: 'b' },
      replace: false,
      original: undefined,
    };
    const publishing: NewJournalEntry = {
      kind: 'publishing',
      from: { folder: treePath('/disk'), name: '.filebrowser-1.part' },
      to: { folder: treePath('/disk'), name: 'video.mp4' },
      replace: true,
      original: { folder: treePath('/'), name: 'video.mp4' },
    };
    const first = await db.write((tx) => insertJournalEntry(tx, renaming));
    const second = await db.write((tx) => insertJournalEntry(tx, publishing));
    expect(first).toMatchObject(renaming);
    expect(await listJournalEntries(db.read)).toEqual([first, second]);

    await db.write((tx) => deleteJournalEntry(tx, first.id));
    expect(await listJournalEntries(db.read)).toEqual([second]);
  });
});
