import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { listTemporaryFiles } from '../metadata/temporary-file-records.ts';
import { openForTest, temporaryFolder } from '../testing/engines.ts';
import { lockElsewhere } from '../testing/lock-elsewhere.ts';
import { Completions } from './completions.ts';
import { OperationJournal } from './operation-journal.ts';

const storage: Pick<StorageDriver, 'resolve'> = {
  resolve: () => Promise.resolve({ kind: 'dangling', symlink: undefined }),
};

/** A write fails after five seconds. */
vi.setConfig({ testTimeout: 60_000 });

test('while another process locks the database, ended operations wait to be stored, and new ones are refused', async () => {
  const file = join(temporaryFolder(), 'filebrowser.db');
  const db = await openForTest({ kind: 'sqlite', file });
  const completions = new Completions();
  const journal = new OperationJournal(db, completions, storage);
  const ended = { folder: ROOT, partName: 'ended' };
  const refused = { folder: ROOT, partName: 'refused' };
  await journal.recordTemporaryFile(ended);
  const unlock = await lockElsewhere(file, 'immediate');

  await journal.clearTemporaryFile(ended);
  await expect(journal.recordTemporaryFile(refused)).rejects.toMatchObject({
    code: 'database-unavailable',
  });
  expect(await listTemporaryFiles(db.read)).toHaveLength(1);
  await unlock();
  await expect.poll(() => listTemporaryFiles(db.read), { timeout: 20_000 }).toEqual([]);
  await completions.close();
});
