import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listOperations } from '../metadata/operation-journal.ts';
import { startTestApp } from '../testing/app.ts';
import { aTransfer, interrupt } from '../testing/interrupted-operations.ts';
import { until } from '../testing/open-request.ts';

test('what a disk below the root keeps from being recovered is recovered when the disk is there again', async () => {
  const durations = { firstKeptRecoveryMs: 20 };
  await using app = await startTestApp({
    files: { '/away/new/a.txt': 'a' },
    config: { storage: 'folder' },
    durations,
  });
  const disk = join(app.root, 'away');
  await interrupt(
    app.db,
    aTransfer('renaming', { from: '/disk/old', to: '/disk/new' }, { folderEvidence: 'mounted x' }),
  );
  await mkdir(join(app.root, 'disk'));

  await using again = await app.restart();

  expect(await listOperations(again.db.read)).toHaveLength(1);
  await rename(join(disk, 'new'), join(app.root, 'disk/new'));
  await until(async () => (await listOperations(again.db.read)).length === 0);
});
