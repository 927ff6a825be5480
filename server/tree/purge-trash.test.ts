import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { wrapDriver } from '../testing/wrapped-driver.ts';
import { entryAt } from './entry-at.ts';
import { removeEmptyTrash } from './purge-trash.ts';
import { removeEntry } from './remove-entry.ts';
import { restoreEntry } from './restore-entry.ts';
import { aControl, anActor, at, openTestTree } from './tree.test-tools.ts';
import type { Tree } from './tree.ts';

/** Time in which a deletion reaches the lock of its path in the trash. Milliseconds. */
const BEGINS_WITHIN_MS = 300;

test('a deletion waits while the empty trash folder is removed, and is not refused', async () => {
  const { tree, root, filesOnDisk } = await openTestTree({ '/a.txt': 'a' }, { keepsDeleted: true });
  await mkdir(join(root, TRASH_NAME), { mode: 0o700 });
  const begun: ReturnType<typeof removeEntry>[] = [];
  const driver = wrapDriver(tree.driver, {
    async removing(_entry, step) {
      const deletion = removeEntry(
        tree,
        anActor(),
        { path: at('/a.txt'), trash: 'required' },
        aControl(),
      );
      begun.push(deletion);
      await Promise.race([deletion.catch(() => undefined), delay(BEGINS_WITHIN_MS)]);
      return step();
    },
  });

  await removeEmptyTrash({ ...tree, driver }, at(`/${TRASH_NAME}`));

  expect(await Promise.all(begun)).toMatchObject([{ result: { trashId: expect.any(Number) } }]);
  expect(Object.values(await filesOnDisk())).toEqual(['a']);
});

test('a restore is complete even if the disk fails when the empty trash folder is removed', async () => {
  const { tree, filesOnDisk } = await openTestTree({ '/a.txt': 'a' }, { keepsDeleted: true });
  await removeEntry(tree, anActor(), { path: at('/a.txt'), trash: 'required' }, aControl());
  const [inTrash = ''] = Object.keys(await filesOnDisk());
  const driver = wrapDriver(tree.driver, {
    removing: () => Promise.reject(Object.assign(new Error('i/o error'), { code: 'EIO' })),
  });

  const restored = await restoreEntry(
    { ...tree, driver },
    anActor(),
    {
      trash: { source: at('/a.txt'), path: at(inTrash), item: await fingerprintAt(tree, inTrash) },
      to: at('/b.txt'),
      onConflict: 'fail',
    },
    aControl(),
  );

  expect(restored.hasChanged).toBe(true);
  expect(await filesOnDisk()).toMatchObject({ '/b.txt': 'a' });
});

async function fingerprintAt(tree: Tree, path: string): Promise<string> {
  const there = await entryAt(tree, at(path));
  if (there === undefined) throw new Error(`nothing at ${path}`);
  return there.fingerprint;
}
