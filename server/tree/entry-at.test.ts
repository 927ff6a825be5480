import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalDriver } from '../storage/local/local-driver.ts';
import { treePath } from '../testing/stored-records.ts';
import { entryAt } from './entry-at.ts';
import { openTestTree } from './tree.test-tools.ts';

test('nothing is below a file', async () => {
  const { tree } = await openTestTree({ '/docs/plan': 'a file' });
  expect(await entryAt(tree, treePath('/docs/plan/a/b'))).toBeUndefined();
  expect(await entryAt(tree, treePath('/docs/plan'))).toMatchObject({ kind: 'file' });
});

test('while the root is not mounted, an entry is not mistaken for a removed one', async () => {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'filebrowser-entry-')));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const driver = openLocalDriver({ root: join(parent, 'none'), mayBeMissing: true });
  onTestFinished(() => driver.close());
  for (const path of ['/a', '/docs/plan/a'])
    await expect(entryAt({ driver }, treePath(path))).rejects.toMatchObject({ code: 'not-found' });
});
