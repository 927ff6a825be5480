import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#contract/paths.ts';
import { afterAll, expect, test } from 'vitest';
import { createTreeChanges, type TreeChange } from '../events/tree-changes.ts';
import { createLogger } from '../logger.ts';
import { announcing } from './announcing-driver.ts';
import { at } from './contract-suite.ts';
import { openLocalDriver } from './local/local-driver.ts';

const root = mkdtempSync(join(tmpdir(), 'filebrowser-announcing-walks-'));
const driver = openLocalDriver({ root });
const changes = createTreeChanges(createLogger({ kind: 'off' }));
const { walks } = announcing(driver, changes);
const told: TreeChange[] = [];
changes.listen((change) => told.push(change));
afterAll(async () => {
  await driver.close();
  rmSync(root, { recursive: true });
});

test('announces what walks have changed, except below temporary names', async () => {
  const signal = AbortSignal.timeout(60_000);
  for (const folder of ['from', 'into', 'seen', '.filebrowser-x.part']) {
    mkdirSync(join(root, folder));
    writeFileSync(join(root, folder, `in ${folder}`), '');
  }
  const from = { folder: ROOT, name: 'from' };
  await walks.merge({ from, into: at('/into') }, { signal });
  await walks.remove({ entry: { folder: ROOT, name: 'seen' } }, { signal });
  await walks.remove({ entry: { folder: ROOT, name: '.filebrowser-x.part' } }, { signal });
  expect(told).toEqual([
    { kind: 'changed-below', place: '/into' },
    { kind: 'vanished', place: '/seen' },
    { kind: 'changed-below', place: '/seen' },
  ]);
});
