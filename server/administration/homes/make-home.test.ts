import { existsSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalDriver } from '../../storage/local/local-driver.ts';
import { treePath } from '../../testing/stored-records.ts';
import { wrapDriver } from '../../testing/wrapped-driver.ts';
import { makeHome } from './make-home.ts';

test('a home is created although a request that fails removes the folder above it in the meantime', async () => {
  const root = mkdtempSync(join(tmpdir(), 'filebrowser-homes-'));
  const local = openLocalDriver({ root });
  onTestFinished(async () => {
    await local.close();
    rmSync(root, { recursive: true });
  });
  let isRemoved = false;
  const driver = wrapDriver(local, {
    naming(entry, _options, step) {
      if (entry.name === 'anna' && !isRemoved) {
        isRemoved = true;
        rmdirSync(join(root, 'users'));
      }
      return step();
    },
  });
  await makeHome(driver, treePath('/users/anna'));
  expect(isRemoved).toBe(true);
  expect(existsSync(join(root, 'users/anna'))).toBe(true);
});
