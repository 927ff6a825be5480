import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { at, readText, signal } from '../driver.test-tools.ts';
import { collectGarbage, KEPT_MS } from './collect-garbage.ts';
import { ENGINES, missingEngine, openStoreForTest } from './managed.test-tools.ts';

const REPLACE = { replace: true };

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

for (const engine of ENGINES) {
  const missing = missingEngine(engine);
  const reason = missing === undefined ? '' : ` (not run: ${missing})`;
  describe.skipIf(missing !== undefined)(`contents without an entry, in ${engine}${reason}`, () => {
    async function open() {
      const store = await openStoreForTest(engine);
      onTestFinished(() => store.driver.close());
      const { driver, folder } = store;
      return {
        driver,
        collect: (nowMs: number, keptMs = KEPT_MS) =>
          collectGarbage(driver.tree, { nowMs, keptMs, signal }),
        /** Returns the names of the files with contents, with those of unfinished ones. */
        files: () =>
          readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map(({ name }) => name),
      };
    }

    test('are kept for a day after the last entry, and then removed', async () => {
      const { driver, collect, files } = await open();
      await driver.writeFile(ROOT, 'a', bytesOf('old'), REPLACE);
      await driver.writeFile(ROOT, 'a', bytesOf('new'), REPLACE);
      const now = Date.now();

      await collect(now);
      await collect(now + KEPT_MS - 1);
      expect(files()).toHaveLength(2);
      expect(await collect(now + KEPT_MS + 1)).toMatchObject({ bytes: 3 });
      expect(files()).toHaveLength(1);
      expect(await readText(driver, at('/a'))).toBe('new');
    });

    test('are kept while a copy refers to them', async () => {
      const { driver, collect, files } = await open();
      await driver.writeFile(ROOT, 'a', bytesOf('shared'), REPLACE);
      const task = {
        from: { folder: ROOT, name: 'a' },
        to: { folder: ROOT, name: 'b' },
        finalPlace: at('/b'),
        scope: ROOT,
        filter: {
          view: { root: ROOT, home: ROOT, rules: [], hideDotfiles: false, protectedPlaces: [] },
          paths: [at('/a')],
        },
        durable: true,
      };
      await driver.walks.copy(task, { signal });
      expect(files()).toHaveLength(1);
      await driver.remove(ROOT, 'a');
      await collect(Date.now() + 10 * KEPT_MS, 0);
      expect(await readText(driver, at('/b'))).toBe('shared');
      await driver.remove(ROOT, 'b');
      await collect(Date.now() + 20 * KEPT_MS, 0);
      expect(files()).toEqual([]);
    });

    test('of unfinished uploads are kept as long as the upload, whatever its age', async () => {
      const { driver, collect, files } = await open();
      const other = await driver.createTemporaryFile(ROOT);
      const part = await driver.createTemporaryFile(ROOT);
      await part.write([bytesOf('half')], 0);
      await part.close();
      await collect(Date.now() + 10 * KEPT_MS);
      const again = await driver.openTemporaryFile(part.ref);
      expect(again?.size).toBe(4);
      await again?.publish('whole', REPLACE);
      expect(await readText(driver, at('/whole'))).toBe('half');

      expect(files()).toHaveLength(2);
      await other.discard();
      expect(files()).toHaveLength(1);
    });

    test('that a crash has left are removed when they are a day old', async () => {
      const { driver, collect, files } = await open();
      const { blobs, ids } = driver.tree;
      await blobs.put(await ids.take(), bytesOf('no entry'));
      const draft = await blobs.create(await ids.take());
      await draft.write([bytesOf('unfinished')], 0);
      await draft.close();
      await collect(Date.now());
      expect(files()).toHaveLength(2);
      await collect(Date.now() + KEPT_MS + 1_000);
      expect(files()).toEqual([]);
    });
  });
}
