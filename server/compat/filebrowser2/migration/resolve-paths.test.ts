import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalDriver } from '../../../storage/local/local-driver.ts';
import { temporaryFolder } from '../../../testing/engines.ts';
import { legacyDatabase } from '../recorded-databases.test-tools.ts';
import { treePath } from '../../../testing/stored-records.ts';
import { withResolvedPaths } from './resolve-paths.ts';
import { readLegacyDatabase } from './legacy-database.ts';
import { planMigration } from './plan-migration.ts';

const RICH = 'v2.63.23-rich';

test('a scope that is a symlink becomes the folder that it leads to, and shares follow', async () => {
  const folder = temporaryFolder();
  const database = join(folder, 'old.db');
  writeFileSync(database, legacyDatabase(RICH));
  const root = join(folder, 'root');
  mkdirSync(join(root, 'real/docs'), { recursive: true });
  symlinkSync('real', join(root, 'home'));
  const planned = planMigration(readLegacyDatabase(database), Date.now());
  const [user] = planned.users;
  const [share] = planned.shares;
  if (user === undefined || share === undefined) throw new Error('nothing was recorded');
  const home = treePath('/home');
  const migration = {
    ...planned,
    users: [{ ...user, scope: '/home' }],
    shares: [{ ...share, userID: user.id, home, path: treePath('/home/docs') }],
  };
  const driver = openLocalDriver({ root });
  onTestFinished(() => driver.close());

  const found = await withResolvedPaths(migration, driver);

  expect(found.users.map(({ scope }) => scope)).toEqual(['/real']);
  expect(found.shares.map(({ path }) => path)).toEqual(['/real/docs']);
  expect(found.report.decisions).toEqual(planned.report.decisions);
});
