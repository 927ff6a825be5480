import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import type { DatabaseConfig } from '../../config/config.ts';
import { at, bytesOf, readText, signal } from '../driver.test-tools.ts';
import { collectGarbage, KEPT_MS } from './collect-garbage.ts';
import {
  missingEngine,
  missingForBucket,
  openStoreForTest,
  type LocationForTest,
} from './managed.test-tools.ts';

const REPLACE = { replace: true };

/** The engines differ in nothing here but their statements, so the slower location is tested with one of them. */
const STORES = [
  ['sqlite', 'folder', undefined],
  ['postgres', 'folder', missingEngine('postgres')],
  ['postgres', 'bucket', missingForBucket('postgres')],
] as const satisfies (readonly [DatabaseConfig['kind'], LocationForTest, string | undefined])[];

for (const [engine, keptIn, missing] of STORES) {
  const reason = missing === undefined ? '' : ` (not run: ${missing})`;
  const subject = `contents without an entry in a ${keptIn}, ${engine}${reason}`;
  describe.skipIf(missing !== undefined)(subject, () => {
    async function open() {
      const { driver, contents } = await openStoreForTest(engine, keptIn);
      onTestFinished(() => driver.close());
      return {
        driver,
        collect: (nowMs: number, keptMs = KEPT_MS) =>
          collectGarbage(driver.tree, { nowMs, keptMs, signal }),
        contents,
      };
    }

    test('are kept for a day after the last entry, and then removed', async () => {
      const { driver, collect, contents } = await open();
      await driver.writeFile(ROOT, 'a', bytesOf('old'), REPLACE);
      await driver.writeFile(ROOT, 'a', bytesOf('new'), REPLACE);
      const now = Date.now();

      await collect(now);
      await collect(now + KEPT_MS - 1);
      expect(await contents()).toHaveLength(2);
      expect(await collect(now + KEPT_MS + 1)).toMatchObject({ bytes: 3 });
      expect(await contents()).toHaveLength(1);
      expect(await readText(driver, at('/a'))).toBe('new');
    });

    test('are kept while a copy refers to them', async () => {
      const { driver, collect, contents } = await open();
      await driver.writeFile(ROOT, 'a', bytesOf('shared'), REPLACE);
      const task = {
        from: { folder: ROOT, name: 'a' },
        to: { folder: ROOT, name: 'b' },
        finalPath: at('/b'),
        scope: ROOT,
        filter: {
          view: { root: ROOT, home: ROOT, rules: [], hideDotfiles: false, protectedPaths: [] },
          paths: [at('/a')],
        },
        durable: true,
      };
      await driver.walks.copy(task, { signal });
      expect(await contents()).toHaveLength(1);
      await driver.remove(ROOT, 'a');
      await collect(Date.now() + 10 * KEPT_MS, 0);
      expect(await readText(driver, at('/b'))).toBe('shared');
      await driver.remove(ROOT, 'b');
      await collect(Date.now() + 20 * KEPT_MS, 0);
      expect(await contents()).toEqual([]);
    });

    test('of unfinished uploads are kept as long as the upload, whatever its age', async () => {
      const { driver, collect, contents } = await open();
      const other = await driver.createTemporaryFile(ROOT);
      const temporaryFile = await driver.createTemporaryFile(ROOT);
      await temporaryFile.write([bytesOf('half')], 0);
      await temporaryFile.close();
      await collect(Date.now() + 10 * KEPT_MS);
      const again = await driver.openTemporaryFile(temporaryFile.ref);
      expect(again?.size).toBe(4);
      await again?.publish('whole', REPLACE);
      expect(await readText(driver, at('/whole'))).toBe('half');

      // Without bytes, nothing is in a bucket.
      expect(await contents()).toHaveLength(keptIn === 'folder' ? 2 : 1);
      await other.discard();
      expect(await contents()).toHaveLength(1);
    });

    test('that a crash has left are removed when they are a day old', async () => {
      const { driver, collect, contents } = await open();
      const { blobs, ids } = driver.tree;
      await blobs.put(await ids.take(), bytesOf('no entry'));
      const draft = await blobs.create(await ids.take());
      await draft.write([bytesOf('unfinished')], 0);
      await draft.close();
      await collect(Date.now());
      expect(await contents()).toHaveLength(2);
      await collect(Date.now() + KEPT_MS + 1_000);
      expect(await contents()).toEqual([]);
    });
  });
}
