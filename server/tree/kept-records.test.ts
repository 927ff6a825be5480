import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listOperations } from '../metadata/operation-journal.ts';
import { readUnrecovered } from '../metadata/settings.ts';
import { startTestApp } from '../testing/app.ts';
import { aTransfer, interrupt } from '../testing/interrupted-operations.ts';
import type { Database } from '../metadata/database.ts';
import { until } from '../testing/open-request.ts';

test('what a disk below the root keeps from being recovered is logged once, and recovered when the disk is there again', async () => {
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

  const path = join(dirname(app.root), 'server.log');
  await using again = await app.restart({ log: { kind: 'file', path } });

  const linesAbout = async (what: string) =>
    (await readFile(path, 'utf8')).split('\n').filter((line) => line.includes(what)).length;
  await untilRecoveredAgain(again.db, 3);
  expect(await listOperations(again.db.read)).toHaveLength(1);
  expect(await linesAbout('interrupted operation kept')).toBe(1);
  await rename(join(disk, 'new'), join(app.root, 'disk/new'));
  await until(async () => (await listOperations(again.db.read)).length === 0);
  await until(async () => (await linesAbout('interrupted operation recovered')) === 1);
});

/** Waits until further attempts have stored what they could not recover. */
async function untilRecoveredAgain(db: Database, times: number): Promise<void> {
  let last = 0;
  for (let attempt = 0; attempt < times; attempt += 1) {
    await until(async () => {
      const { at, entries } = await readUnrecovered(db.read);
      const isAnother = at > last && entries.length > 0;
      if (isAnother) last = at;
      return isAnother;
    });
  }
}
