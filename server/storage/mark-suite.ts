import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT, type TreePath } from '#contract/paths.ts';
import { at } from './contract-suite.ts';
import type { StorageDriver } from './driver.ts';

const NO_REPLACING = { replace: false };

const utf8 = new TextEncoder();

/** What the marks of every driver have to tell apart, and what not. `open` gives an empty one. */
export function describeMarks(name: string, open: () => Promise<StorageDriver>): void {
  describe(`the marks of ${name}`, () => {
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
    const markAt = async (path: string): Promise<string> => {
      const found = await driver.resolve(at(path), ROOT);
      if (found.kind !== 'found') throw new Error(`nothing at ${path}`);
      return found.stat.mark;
    };

    it('stay with a file and a folder that get other names', async () => {
      await driver.makeFolder(ROOT, 'docs');
      const file = (await save(at('/docs'), 'a')).mark;
      const folder = await markAt('/docs');
      await driver.move({ folder: ROOT, name: 'docs' }, { folder: ROOT, name: 'd' }, NO_REPLACING);
      await driver.move({ folder: at('/d'), name: 'a' }, { folder: ROOT, name: 'b' }, NO_REPLACING);
      expect([await markAt('/d'), await markAt('/b')]).toEqual([folder, file]);
    });

    it('are never those of what had the name before, however fast it came', async () => {
      const marks = new Set<string>();
      for (let time = 0; time < 20; time += 1) {
        marks.add((await save(ROOT, 'a')).mark);
        marks.add((await save(ROOT, 'a')).mark);
        await driver.remove(ROOT, 'a');
        marks.add((await driver.makeFolder(ROOT, 'a')).mark);
        await driver.remove(ROOT, 'a');
      }
      expect(marks.size).toBe(60);
    });

    it('are those of the bytes before they had a name', async () => {
      const part = await driver.createPart(ROOT);
      await part.write([utf8.encode('x')], 0);
      const { mark } = await part.publish('a', { replace: false });
      expect(await markAt('/a')).toBe(mark);
      expect((await driver.readFile(at('/a'), { wholeUpTo: 1 })).stat.mark).toBe(mark);
    });

    it('tell apart what was made in the same instant', async () => {
      const names = Array.from({ length: 50 }, (_, index) => `folder-${index}`);
      const made = await Promise.all(names.map((name) => driver.makeFolder(ROOT, name)));
      expect(new Set(made.map(({ mark }) => mark)).size).toBe(names.length);
    });
  });
}
