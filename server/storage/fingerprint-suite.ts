import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT, type TreePath } from '#contract/paths.ts';
import type { StorageDriver } from './driver.ts';
import { at } from './driver.test-tools.ts';

const NO_REPLACING = { replace: false };

const utf8 = new TextEncoder();

/** Tests the fingerprints of a driver. `open` returns an empty one. */
export function describeFingerprints(name: string, open: () => Promise<StorageDriver>): void {
  describe(`the fingerprints of ${name}`, () => {
    const opened: StorageDriver[] = [];
    let driver: StorageDriver;
    beforeEach(async () => {
      driver = await open();
      opened.push(driver);
    });
    afterAll(async () => {
      await Promise.all(opened.map((each) => each.close()));
    });

    const save = (folder: TreePath, file: string) =>
      driver.writeFile(folder, file, utf8.encode('x'), { replace: true });
    const fingerprintAt = async (path: string): Promise<string> => {
      const found = await driver.resolve(at(path), ROOT);
      if (found.kind !== 'found') throw new Error(`nothing at ${path}`);
      return found.stat.fingerprint;
    };

    it('stay the same when a file or folder is renamed', async () => {
      await driver.makeFolder(ROOT, 'docs');
      const file = (await save(at('/docs'), 'a')).fingerprint;
      const folder = await fingerprintAt('/docs');
      await driver.move({ folder: ROOT, name: 'docs' }, { folder: ROOT, name: 'd' }, NO_REPLACING);
      await driver.move({ folder: at('/d'), name: 'a' }, { folder: ROOT, name: 'b' }, NO_REPLACING);
      expect([await fingerprintAt('/d'), await fingerprintAt('/b')]).toEqual([folder, file]);
    });

    it('differ from those of the previous entry of the same name', async () => {
      const fingerprints = new Set<string>();
      for (let time = 0; time < 20; time += 1) {
        fingerprints.add((await save(ROOT, 'a')).fingerprint);
        fingerprints.add((await save(ROOT, 'a')).fingerprint);
        await driver.remove(ROOT, 'a');
        fingerprints.add((await driver.makeFolder(ROOT, 'a')).fingerprint);
        await driver.remove(ROOT, 'a');
      }
      expect(fingerprints.size).toBe(60);
    });

    it('of a published file are those of its temporary file', async () => {
      const temporaryFile = await driver.createTemporaryFile(ROOT);
      await temporaryFile.write([utf8.encode('x')], 0);
      const { fingerprint } = await temporaryFile.publish('a', { replace: false });
      expect(await fingerprintAt('/a')).toBe(fingerprint);
      expect((await driver.readFile(at('/a'), { wholeUpTo: 1 })).stat.fingerprint).toBe(
        fingerprint,
      );
    });

    it('differ for entries that are created at the same moment', async () => {
      const names = Array.from({ length: 50 }, (_, index) => `folder-${index}`);
      const made = await Promise.all(names.map((name) => driver.makeFolder(ROOT, name)));
      expect(new Set(made.map(({ fingerprint }) => fingerprint)).size).toBe(names.length);
    });
  });
}
