import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { StorageDriver } from './driver.ts';
import { at, below, collect, listed, readText, signal } from './driver.test-tools.ts';
import type { EntryRef } from './entry.ts';

const utf8 = new TextEncoder();
const FILE: EntryRef = { folder: at('/docs'), name: 'a' };
const TRASH = at(`/${TRASH_NAME}`);
const ITEM: EntryRef = { folder: TRASH, name: '0-docs' };
const EVERYTHING = {
  view: { root: ROOT, home: ROOT, rules: [], hideDotfiles: false, protectedPaths: [] },
  paths: [ROOT],
};

/** Tests the trash folders of a driver. `open` returns an empty one. */
export function describeTrash(name: string, open: () => Promise<StorageDriver>): void {
  describe(`${name} with a trash folder`, () => {
    const opened: StorageDriver[] = [];
    let driver: StorageDriver;
    beforeEach(async () => {
      driver = await open();
      opened.push(driver);
      await driver.makeFolder(ROOT, 'docs');
      await driver.writeFile(at('/docs'), 'a', utf8.encode('of a'), { replace: false });
    });
    afterAll(async () => {
      await Promise.all(opened.map((each) => each.close()));
    });

    async function trashDocs(): Promise<void> {
      expect(await driver.trashFor({ folder: ROOT, name: 'docs' }, { create: true })).toBe(TRASH);
      const moved = await driver.move({ folder: ROOT, name: 'docs' }, ITEM, { replace: true });
      expect(moved.kind).toBe('moved');
    }

    it('creates it only when asked, and knows none for a missing entry', async () => {
      expect(await driver.trashFor(FILE, { create: false })).toBe(TRASH);
      expect(
        await driver.walks.stat({ entry: { folder: ROOT, name: TRASH_NAME } }),
      ).toBeUndefined();
      expect(await driver.trashFor(FILE, { create: true })).toBe(TRASH);
      expect(await driver.trashFor(FILE, { create: true })).toBe(TRASH);
      const missing = { folder: at('/docs'), name: 'none' };
      expect(await driver.trashFor(missing, { create: true })).toBeUndefined();
    });

    it('takes folders, which are read within it and get their path back', async () => {
      await trashDocs();
      const path = below(TRASH, ITEM.name);
      expect(await driver.resolve(below(path, 'a'), path)).toMatchObject({ kind: 'found' });
      expect(await driver.resolve(path, TRASH)).toMatchObject({ kind: 'found', path });
      expect(await readText(driver, below(path, 'a'))).toBe('of a');
      const survey = { entry: ITEM, filter: EVERYTHING, refused: 'skips' } as const;
      expect(await driver.walks.survey(survey, { signal })).toMatchObject({ files: 1, bytes: 4 });
      await driver.move(ITEM, { folder: ROOT, name: 'again' }, { replace: false });
      expect(await readText(driver, at('/again/a'))).toBe('of a');
    });

    it('keeps it out of every path that does not begin in it', async () => {
      await trashDocs();
      const resolvedPath = below(TRASH, ITEM.name);
      for (const path of [TRASH, resolvedPath, below(resolvedPath, 'a')])
        await expect(driver.resolve(path, ROOT)).rejects.toMatchObject({ code: 'not-found' });
      const otherCase = at(`/${TRASH_NAME.toUpperCase()}/${ITEM.name}`);
      const there = await driver.resolve(otherCase, ROOT).catch(() => undefined);
      expect(there?.kind).not.toBe('found');
      const nested = below(below(resolvedPath, TRASH_NAME), 'a');
      await expect(driver.resolve(nested, resolvedPath)).rejects.toMatchObject({
        code: 'not-found',
      });
      await expect(driver.makeFolder(ROOT, TRASH_NAME)).rejects.toMatchObject({
        code: 'invalid-path',
      });
    });

    it('is in no listing, walk or search', async () => {
      await trashDocs();
      expect(await listed(driver, ROOT)).toEqual([]);
      expect(await driver.walks.findTemporary({ known: new Set() }, { signal })).toEqual([]);
      const list = { path: ROOT, shownAs: ROOT, filter: EVERYTHING };
      const parts = await collect(driver.walks.list(list, { signal }));
      expect(Buffer.concat(parts).toString()).toBe('[]');
    });

    it('removes it only when it is empty', async () => {
      await trashDocs();
      await expect(driver.remove(ROOT, TRASH_NAME)).rejects.toMatchObject({
        name: 'AppError',
      });
      await driver.walks.remove({ entry: ITEM }, { signal });
      await driver.remove(ROOT, TRASH_NAME);
      expect(
        await driver.walks.stat({ entry: { folder: ROOT, name: TRASH_NAME } }),
      ).toBeUndefined();
    });
  });
}
