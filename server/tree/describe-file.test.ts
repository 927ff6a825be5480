import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_TEXT_BYTES } from '../file-types/entry-type.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { wrapDriver } from '../testing/wrapped-driver.ts';
import { authorizeEntry } from './authorize.ts';
import { describeFile } from './describe-file.ts';
import { anActor, at, openTestTree } from './tree.test-tools.ts';

test('a text that becomes too large while it is read is described as blob, not as an empty text', async () => {
  const { tree, root } = await openTestTree({ '/a.txt': 'hello' });
  const unchanged = wrapDriver(tree.driver);
  const driver: StorageDriver = {
    ...unchanged,
    async readFile(path, options) {
      await truncate(join(root, path), MAX_TEXT_BYTES + 1);
      return unchanged.readFile(path, options);
    },
  };
  const actor = anActor();
  const file = await authorizeEntry(tree, actor, 'see', at('/a.txt'));
  const options = { echoedPath: '/a.txt', withText: true };
  expect(await describeFile(tree, actor, file, options)).toMatchObject({
    type: 'text',
    content: 'hello',
  });
  const described = await describeFile({ ...tree, driver }, actor, file, options);
  expect(described.type).toBe('blob');
  expect(described).not.toHaveProperty('content');
});
