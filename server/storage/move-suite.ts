import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT, type TreePath } from '#contract/paths.ts';
import type { StorageDriver } from './driver.ts';
import type { EntryRef } from './entry.ts';
import { at, listed, readText } from './driver.test-tools.ts';

const utf8 = new TextEncoder();
const HIDDEN = '.filebrowser-copied.part';

/** Tests the moves of a driver. `open` returns an empty one. */
export function describeMoves(name: string, open: () => Promise<StorageDriver>): void {
  describe(`${name} moving`, () => {
    const opened: StorageDriver[] = [];
    let driver: StorageDriver;
    beforeEach(async () => {
      driver = await open();
      opened.push(driver);
      await driver.makeFolder(ROOT, 'docs');
      await save('/a', 'of a');
    });
    afterAll(async () => {
      await Promise.all(opened.map((each) => each.close()));
    });

    const names = async (folder: TreePath): Promise<string[]> =>
      (await listed(driver, folder)).map((entry) => entry.name).toSorted();
    const save = (path: string, text: string) => {
      const { folder, name } = entry(path);
      return driver.writeFile(folder, name, utf8.encode(text), { replace: false });
    };
    const move = (from: string, to: string, replace = false) =>
      driver.move(entry(from), entry(to), { replace });

    it('renames a file and moves it to another folder', async () => {
      const before = await driver.resolve(at('/a'), ROOT);
      if (before.kind !== 'found') throw new Error('the file should be there');
      expect(await move('/a', '/b')).toEqual({ kind: 'moved', stat: before.stat });
      await move('/b', '/docs/c');
      expect(await readText(driver, at('/docs/c'))).toBe('of a');
      expect(await names(ROOT)).toEqual(['docs']);
    });

    it('moves a folder with everything in it', async () => {
      await save('/docs/a', 'x');
      await driver.makeFolder(ROOT, 'other');
      expect(await move('/docs', '/other/inner')).toMatchObject({ kind: 'moved' });
      expect(await readText(driver, at('/other/inner/a'))).toBe('x');
      expect(await names(ROOT)).toEqual(['a', 'other']);
    });

    it('changes nothing when the name is taken', async () => {
      await save('/b', 'of b');
      await driver.makeFolder(ROOT, 'empty');
      for (const [from, to] of [
        ['/a', '/b'],
        ['/a', '/docs'],
        ['/docs', '/a'],
        ['/docs', '/empty'],
      ] as const) {
        await expect(move(from, to)).rejects.toMatchObject({ code: 'already-exists' });
      }
      expect(await readText(driver, at('/b'))).toBe('of b');
      expect(await names(ROOT)).toEqual(['a', 'b', 'docs', 'empty']);
    });

    it('replaces a file by a file, and no other kind of entry', async () => {
      await save('/b', 'of b');
      await move('/a', '/b', true);
      expect(await readText(driver, at('/b'))).toBe('of a');

      await driver.makeFolder(ROOT, 'empty');
      const folderInTheWay = {
        code: 'already-exists',
        message: 'a folder of this name exists',
      };
      await expect(move('/b', '/docs', true)).rejects.toMatchObject(folderInTheWay);
      await expect(move('/docs', '/empty', true)).rejects.toMatchObject(folderInTheWay);
      await expect(move('/docs', '/b', true)).rejects.toMatchObject({ code: 'already-exists' });
      expect(await names(ROOT)).toEqual(['b', 'docs', 'empty']);
    });

    it('changes nothing when the new name is the old one', async () => {
      for (const path of ['/a', '/docs']) {
        expect(await move(path, path)).toMatchObject({ kind: 'moved' });
        expect(await move(path, path, true)).toMatchObject({ kind: 'moved' });
      }
      expect(await names(ROOT)).toEqual(['a', 'docs']);
    });

    it('changes the case of a name', async () => {
      await move('/a', '/A');
      await move('/docs', '/DOCS');
      expect(await names(ROOT)).toEqual(['A', 'DOCS']);
    });

    it('refuses to move a folder into itself, and leaves nothing behind', async () => {
      await driver.makeFolder(at('/docs'), 'inner');
      const refusal = { code: 'invalid-request' };
      await expect(move('/docs', '/docs/inner/docs')).rejects.toMatchObject(refusal);
      await expect(move('/docs', '/docs/docs')).rejects.toMatchObject(refusal);
      expect(await names(at('/docs/inner'))).toEqual([]);
      expect(await names(at('/docs'))).toEqual(['inner']);
    });

    it('fails with not-found for a missing source or destination folder', async () => {
      const refusal = { code: 'not-found' };
      await expect(move('/nothing', '/b')).rejects.toMatchObject(refusal);
      await expect(move('/a', '/nothing/b')).rejects.toMatchObject(refusal);
      await expect(move('/a', '/a/b')).rejects.toMatchObject(refusal);
    });

    it('refuses invalid names', async () => {
      const refusal = { code: 'invalid-path' };
      for (const bad of ['', '.', '..', 'a/b', 'nul\0', 'x'.repeat(256)]) {
        const from = { folder: ROOT, name: 'a' };
        const to = { folder: ROOT, name: bad };
        await expect(driver.move(from, to, { replace: false })).rejects.toMatchObject(refusal);
        await expect(driver.move(to, from, { replace: true })).rejects.toMatchObject(refusal);
      }
      expect(await names(ROOT)).toEqual(['a', 'docs']);
    });

    it('moves entries from and to temporary names', async () => {
      for (const path of ['/a', '/docs']) {
        await move(path, `/${HIDDEN}`);
        expect(await names(ROOT)).not.toContain(path.slice(1));
        await move(`/${HIDDEN}`, path);
      }
      expect(await names(ROOT)).toEqual(['a', 'docs']);
    });

    it('lets exactly one of many concurrent moves take a free name', async () => {
      const each = Array.from({ length: 12 }, (_, index) => index);
      await Promise.all(each.map((index) => save(`/file-${index}`, `${index}`)));
      await Promise.all(each.map((index) => driver.makeFolder(ROOT, `folder-${index}`)));
      for (const kind of ['file', 'folder']) {
        const moves = each.map((index) => move(`/${kind}-${index}`, `/won-${kind}`));
        const results = await Promise.allSettled(moves);
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      }
      expect(await names(ROOT)).toHaveLength(2 + 24);
    });
  });
}

function entry(path: string): EntryRef {
  const cut = path.lastIndexOf('/');
  return { folder: at(path.slice(0, cut)), name: path.slice(cut + 1) };
}
