import { expect, test } from 'vitest';
import type { Database } from '../metadata/database.ts';
import { readUnrecovered } from '../metadata/settings.ts';
import { insertUpload } from '../metadata/uploads.ts';
import { insertUser } from '../metadata/users.ts';
import { describeOnEachEngine } from '../testing/engines.ts';
import { aRemoval, interrupt } from '../testing/interrupted-operations.ts';
import { anUpload, aStoredUser, treePath } from '../testing/stored-records.ts';
import {
  dropUnrecoveredRecord,
  listUnrecoveredRecords,
  operationId,
  storeUnrecovered,
} from './unrecovered-records.ts';

describeOnEachEngine('unrecovered records', ({ open }) => {
  /** Stores one more upload than a list is read in at once, the first without bytes. Returns the names of the temporary files. */
  async function storeUploads(db: Database): Promise<string[]> {
    const names = ['', ...Array.from({ length: 100 }, (_, n) => `.filebrowser-${n}.part`)];
    await db.write(async (tx) => {
      const { id: userId } = await insertUser(tx, aStoredUser(), 1_000);
      for (const [n, partName] of names.entries())
        await insertUpload(tx, anUpload({ userId, path: treePath(`/${n}`), partName }));
    });
    return names.slice(1);
  }

  test('are listed beside uploads without bytes, however many uploads are unfinished', async () => {
    const db = await open();
    const names = await storeUploads(db);
    const last = names.at(-1) ?? '';
    await storeUnrecovered(db, [{ id: last, reason: 'missing' }]);
    const listed = await listUnrecoveredRecords(db.read);
    expect(listed).toMatchObject([{ id: last, kind: 'upload', path: `/docs/${last}` }]);
    expect(await dropUnrecoveredRecord(db, last)).toMatchObject({ id: last });
    expect(await listUnrecoveredRecords(db.read)).toEqual([]);
  });

  test('can be dropped at the same time', async () => {
    const db = await open();
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1)
      ids.push(operationId(await interrupt(db, aRemoval(`/.filebrowser-${n}.part`))));
    await storeUnrecovered(
      db,
      ids.map((id) => ({ id, reason: 'missing' })),
    );
    await Promise.all(ids.map((id) => dropUnrecoveredRecord(db, id)));
    expect((await readUnrecovered(db.read)).entries).toEqual([]);
  });
});
