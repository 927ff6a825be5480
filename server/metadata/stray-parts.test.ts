import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { treePath } from '../testing/stored-records.ts';
import { listStrayParts, recordStrayPart, clearStrayPart } from './stray-parts.ts';

describeOnEachEngine('unfinished files of single requests', ({ open }) => {
  test('they are known until they are struck off', async () => {
    const db = await open();
    const one = { folder: treePath('/docs'), partName: '.filebrowser-1.part' };
    const other = { folder: treePath('/'), partName: '.filebrowser-2.part', formerName: 'plan' };
    await db.write((tx) => recordStrayPart(tx, one));
    await db.write((tx) => recordStrayPart(tx, other));
    expect(await listStrayParts(db.read)).toHaveLength(2);

    await db.write((tx) => clearStrayPart(tx, one));
    expect(await listStrayParts(db.read)).toEqual([other]);
  });
});
