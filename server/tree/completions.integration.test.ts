import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { StorageDriver } from '../storage/driver.ts';
import { listOperations } from '../metadata/operation-journal.ts';
import { openForTest, temporaryFolder } from '../testing/engines.ts';
import { aRemoval } from '../testing/interrupted-operations.ts';
import { lockElsewhere } from '../testing/lock-elsewhere.ts';
import { Completions } from './completions.ts';
import { OperationJournal } from './operation-journal.ts';

const storage: Pick<StorageDriver, 'resolve'> = {
  resolve: () => Promise.resolve({ kind: 'dangling', symlink: undefined }),
};

/** A write fails after five seconds. */

test('while another process locks the database, ended operations wait to be stored, and new ones are refused', async () => {
  const file = join(temporaryFolder(), 'filebrowser.db');
  const db = await openForTest({ kind: 'sqlite', file });
  const completions = new Completions();
  const journal = new OperationJournal(db, completions, storage);
  const [ended, refused] = ['/ended', '/refused'].map((path) => journal.open(1, aRemoval(path)));
  await ended?.advance();
  const unlock = await lockElsewhere(file, 'immediate');

  await ended?.end();
  await expect(refused?.advance()).rejects.toMatchObject({
    code: 'database-unavailable',
  });
  expect(await listOperations(db.read)).toHaveLength(1);
  await unlock();
  await expect.poll(() => listOperations(db.read), { timeout: 20_000 }).toEqual([]);
  await completions.close();
});
