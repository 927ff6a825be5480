import { expect, test } from 'vitest';
import { returnToEarlierJournal } from '../../testing/earlier-journal.ts';
import { describeOnEachEngine, openForTest } from '../../testing/engines.ts';
import { listOperations } from '../operation-journal.ts';
import { readUnrecovered, writeUnrecovered } from '../settings.ts';

const RENAMING = {
  id: 3,
  kind: 'renaming',
  fromFolder: '/',
  fromName: 'a',
  toFolder: '/Ünï 😀',
  toName: 'b',
  replace: 1,
  item: 'born 1',
  folderMark: 'root born 2',
};
const PUBLISHING = {
  id: 7,
  kind: 'publishing',
  fromFolder: '/to',
  fromName: '.filebrowser-1.part',
  toFolder: '/to',
  toName: 'copy',
  replace: 0,
};
const ORIGINAL = { originalFolder: '/', originalName: 'original' };

describeOnEachEngine('the journal of an earlier version', ({ emptyDatabase }) => {
  test('is taken over with all that recovery needs', async () => {
    const config = await emptyDatabase();
    const earlier = await openForTest(config);
    const unrecovered = { at: 1, entries: [{ id: 'operation-3', reason: 'away' }] };
    await earlier.write((tx) => writeUnrecovered(tx, unrecovered));
    await returnToEarlierJournal(earlier, {
      unfinishedAct: [
        RENAMING,
        PUBLISHING,
        { ...PUBLISHING, ...ORIGINAL, id: 8 },
        { ...PUBLISHING, id: 9, kind: 'merging', replace: 1 },
        { ...PUBLISHING, ...ORIGINAL, id: 10, kind: 'moving-into', replace: 1 },
      ],
      strayPart: [
        { folder: '/docs', partName: '.filebrowser-2.part', folderMark: 'mounted born 3' },
        { folder: '/', partName: '.filebrowser-3.part', formerName: 'docs' },
      ],
      heldShare: [{ hash: 'plan', fate: 'carried' }],
    });
    await earlier.close();

    const db = await openForTest(config);
    const temporary = '/to/.filebrowser-1.part';
    const copied = { target: '/to/copy', temporary, replaces: false };
    expect(await listOperations(db.read)).toMatchObject([
      {
        kind: 'move',
        state: 'renaming',
        source: '/a',
        target: '/Ünï 😀/b',
        replaces: true,
        item: 'born 1',
        folderEvidence: 'root born 2',
      },
      { kind: 'copy', state: 'publishing', ...copied },
      { kind: 'move', state: 'publishing', source: '/original', ...copied },
      { kind: 'copy', state: 'merging', ...copied, replaces: true },
      { kind: 'move', state: 'moving-into', source: '/original', ...copied, replaces: true },
      {
        kind: 'discard',
        state: 'removing',
        temporary: '/docs/.filebrowser-2.part',
        folderEvidence: 'mounted born 3',
      },
      { kind: 'delete', state: 'removing', temporary: '/.filebrowser-3.part', source: '/docs' },
      { kind: 'discard', state: 'settling', shares: [{ hash: 'plan', fate: 'carried' }] },
    ]);
    // Its entries had other names. The next recovery stores which ones it keeps.
    expect((await readUnrecovered(db.read)).entries).toEqual([]);
  });
});
