import { expect, test } from 'vitest';
import { describeOnEachEngine } from '../testing/engines.ts';
import { treePath } from '../testing/stored-records.ts';
import {
  listTemporaryFiles,
  recordTemporaryFile,
  clearTemporaryFile,
} from './temporary-file-records.ts';

describeOnEachEngine('records of temporary files', ({ open }) => {
  test('they are known until they are struck off', async () => {
    const db = await open();
    const one = { folder: treePath('/docs'), partName: '.filebrowser-1.part' };
    const other = { folder: treePath('/'), partName: '.filebrowser-2.part', formerName: 'plan' };
    await db.write((tx) => recordTemporaryFile(tx, one));
    await db.write((tx) => recordTemporaryFile(tx, other));
    expect(await listTemporaryFiles(db.read)).toHaveLength(2);

    await db.write((tx) => clearTemporaryFile(tx, one));
    expect(await listTemporaryFiles(db.read)).toEqual([other]);
  });
});
