import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, type TreePath } from '#contract/paths.ts';
import type { StorageDriver } from './driver.ts';
import { at, below, collect, empty, listed, readText, split } from './driver.test-tools.ts';

/** Names that have broken file managers before. */
const AWKWARD_NAMES = [
  'plain.txt',
  'with space',
  ' leading and trailing ',
  'trailing dot.',
  '100%',
  '%2e%2e%2f',
  '#fragment?query=1&more',
  'quote\'"`',
  'back\\slash',
  'new\nline',
  'tab\there',
  '\u001B[31mescape',
  '*?<>|:',
  '.hidden',
  '-rf',
  '...',
  'CON',
  'ünïcödé',
  'u\u0308 decomposed',
  '日本語',
  '😀.bin',
  'שלום.txt',
  '\u202Efdp.exe',
  'zero\u200Bwidth',
  '__proto__',
  'x'.repeat(255),
  'é'.repeat(127),
];

const UNUSABLE_NAMES = [
  '',
  '.',
  '..',
  'a/b',
  'nul\0',
  '\uD800',
  '.filebrowser-x.part',
  'x'.repeat(256),
];

const utf8 = new TextEncoder();

/** Tests names, folders, files and temporary files of a driver. `open` returns an empty one. */
export function describeStorageDriver(name: string, open: () => Promise<StorageDriver>): void {
  describe(`${name} as a storage driver`, () => {
    let driver: StorageDriver;
    beforeAll(async () => {
      driver = await open();
    });
    afterEach(() => empty(driver, ROOT));
    afterAll(() => driver.close());

    const names = async (folder: TreePath): Promise<string[]> =>
      (await listed(driver, folder)).map((entry) => entry.name).toSorted();
    const save = (path: string, text: string, replace = false) => {
      const { folder, name } = split(path);
      return driver.writeFile(folder, name, utf8.encode(text), { replace });
    };
    const textOf = (path: string): Promise<string> => readText(driver, at(path));

    describe('names and folders', () => {
      it('returns the bytes stored under any name', async () => {
        for (const awkward of AWKWARD_NAMES) {
          await driver.makeFolder(ROOT, awkward);
          const folder = below(ROOT, awkward);
          const file = below(folder, awkward);
          await driver.writeFile(folder, awkward, utf8.encode(awkward), { replace: false });

          expect(await readText(driver, file)).toBe(awkward);
          expect(await names(folder)).toEqual([awkward]);
          expect(await driver.resolve(file, ROOT)).toMatchObject({ kind: 'found', path: file });
        }
        expect(await names(ROOT)).toEqual(AWKWARD_NAMES.toSorted());
      });

      it('refuses to create entries with invalid names', async () => {
        const bytes = utf8.encode('x');
        const temporaryFile = await driver.createTemporaryFile(ROOT);
        for (const bad of UNUSABLE_NAMES) {
          const refusal = { code: 'invalid-path' };
          const saving = driver.writeFile(ROOT, bad, bytes, { replace: true });
          await expect(saving).rejects.toMatchObject(refusal);
          await expect(driver.makeFolder(ROOT, bad)).rejects.toMatchObject(refusal);
          await expect(temporaryFile.publish(bad, { replace: true })).rejects.toMatchObject(
            refusal,
          );
        }
        await temporaryFile.discard();
        expect(await names(ROOT)).toEqual([]);
      });

      it('refuses a folder whose name is taken by a folder or file', async () => {
        await driver.makeFolder(ROOT, 'docs');
        await save('/file', 'x');
        const taken = { code: 'already-exists' };
        await expect(driver.makeFolder(ROOT, 'docs')).rejects.toMatchObject(taken);
        await expect(driver.makeFolder(ROOT, 'file')).rejects.toMatchObject(taken);
      });

      it('lists files and folders with their facts', async () => {
        await driver.makeFolder(ROOT, 'docs');
        const written = await save('/a.txt', 'hello');

        const entries = await listed(driver, ROOT);
        expect(entries.find(({ name }) => name === 'docs')).toMatchObject({ kind: 'folder' });
        expect(entries.find(({ name }) => name === 'a.txt')).toMatchObject({
          kind: 'file',
          size: 5,
          isSymlink: false,
          modifiedNs: written.modifiedNs,
          identity: written.identity,
        });
      });

      it('lists a folder with thousands of entries completely', async () => {
        const wanted = Array.from({ length: 2_001 }, (_, index) => `file-${index}`);
        await Promise.all(wanted.map((name) => driver.makeFolder(ROOT, name)));
        expect(await names(ROOT)).toEqual(wanted.toSorted());
      });

      it('stops listing when the caller has gone', async () => {
        await save('/a', 'x');
        const gone = AbortSignal.abort(new Error('gone'));
        await expect(collect(driver.list(ROOT, gone))).rejects.toThrow('gone');
      });

      it('fails with not-found when listing something that is not a folder', async () => {
        await save('/file', 'x');
        const refusal = { code: 'not-found' };
        await expect(listed(driver, at('/nothing'))).rejects.toMatchObject(refusal);
        await expect(listed(driver, at('/file'))).rejects.toMatchObject(refusal);
      });
    });

    describe('resolving', () => {
      it('finds the root', async () => {
        const found = await driver.resolve(ROOT, ROOT);
        expect(found).toMatchObject({ kind: 'found', path: ROOT, stat: { kind: 'folder' } });
      });

      it('returns the existing part of a path if something is missing', async () => {
        await driver.makeFolder(ROOT, 'docs');
        expect(await driver.resolve(at('/docs/a/b'), ROOT)).toEqual({
          kind: 'missing',
          ancestor: at('/docs'),
          missing: ['a', 'b'],
        });
      });

      it('finds a file below 60 folders, and the existing part of a path of 2,000', async () => {
        let deep: TreePath = ROOT;
        for (let depth = 0; depth < 60; depth += 1) {
          await driver.makeFolder(deep, 'd');
          deep = at(`${deep === ROOT ? '' : deep}/d`);
        }
        await save(`${deep}/file`, 'x');
        const path = at(`${deep}/file`);
        expect(await driver.resolve(path, ROOT)).toMatchObject({ kind: 'found', path });
        const missing = Array.from({ length: 1_940 }, () => 'e');
        expect(await driver.resolve(at(`${deep}/${missing.join('/')}`), ROOT)).toEqual({
          kind: 'missing',
          ancestor: deep,
          missing,
        });
      });

      it('says not-found below a file, where nothing can ever be', async () => {
        await save('/file', 'x');
        const refusal = { code: 'not-found' };
        await expect(driver.resolve(at('/file/x'), ROOT)).rejects.toMatchObject(refusal);
      });

      it('finds nothing outside the given root', async () => {
        await save('/secret', 'x');
        expect(await driver.resolve(at('/secret'), at('/home'))).toMatchObject({ kind: 'outside' });
        expect(await driver.resolve(at('/homely'), at('/home'))).toMatchObject({ kind: 'outside' });
      });
    });

    describe('reading', () => {
      it('hands over small files whole and larger ones open', async () => {
        await save('/a', '0123456789');
        expect(await driver.readFile(at('/a'), { wholeUpTo: 10 })).toMatchObject({
          kind: 'whole',
          bytes: utf8.encode('0123456789'),
        });

        const contents = await driver.readFile(at('/a'), { wholeUpTo: 9 });
        if (contents.kind !== 'open') throw new Error('the file should have come open');
        const target = new Uint8Array(4);
        expect(await contents.file.readInto(target, 8)).toBe(2);
        expect([...target.subarray(0, 2)]).toEqual([...utf8.encode('89')]);
        expect(await contents.file.readInto(target, 10)).toBe(0);
        await contents.file.close();
      });

      it('reads an empty file', async () => {
        await save('/empty', '');
        expect(await textOf('/empty')).toBe('');
      });

      it('refuses to read a folder', async () => {
        await driver.makeFolder(ROOT, 'docs');
        const refusal = { code: 'invalid-request' };
        const options = { wholeUpTo: 1 };
        await expect(driver.readFile(at('/docs'), options)).rejects.toMatchObject(refusal);
        await expect(driver.readFile(ROOT, options)).rejects.toMatchObject(refusal);
      });

      it('fails with not-found for a missing file', async () => {
        const reading = driver.readFile(at('/nothing'), { wholeUpTo: 1 });
        await expect(reading).rejects.toMatchObject({ code: 'not-found' });
      });
    });

    describe('writing at once', () => {
      it('replaces a file only on request', async () => {
        await save('/a', 'old');
        await expect(save('/a', 'new')).rejects.toMatchObject({ code: 'already-exists' });
        expect(await textOf('/a')).toBe('old');

        await save('/a', 'new', true);
        expect(await textOf('/a')).toBe('new');
        expect(await names(ROOT)).toEqual(['a']);
      });

      it('never replaces a folder by a file', async () => {
        await driver.makeFolder(ROOT, 'docs');
        for (const replace of [true, false]) {
          const refusal = { code: 'already-exists' };
          await expect(save('/docs', 'x', replace)).rejects.toMatchObject(refusal);
        }
        expect(await listed(driver, ROOT)).toMatchObject([{ name: 'docs', kind: 'folder' }]);
      });

      it('lets exactly one of many concurrent writes take a free name', async () => {
        const attempts = Array.from({ length: 20 }, (_, index) => save('/a', `${index}`));
        const results = await Promise.allSettled(attempts);
        const winners = results.flatMap(({ status }, index) =>
          status === 'fulfilled' ? [index] : [],
        );
        expect(winners).toHaveLength(1);
        expect(await textOf('/a')).toBe(`${winners[0]}`);
      });

      it('fails with not-found in a missing folder', async () => {
        await expect(save('/nothing/a', 'x')).rejects.toMatchObject({ code: 'not-found' });
      });
    });

    describe('writing in several steps', () => {
      it('shows nothing until it is published, and then all', async () => {
        const temporaryFile = await driver.createTemporaryFile(ROOT);
        await temporaryFile.write([utf8.encode('hel'), utf8.encode('')], 0);
        await temporaryFile.write([utf8.encode('l'), utf8.encode('o')], 3);
        expect(await names(ROOT)).toEqual([]);

        const stat = await temporaryFile.publish('a', { replace: false });
        expect(stat).toMatchObject({ kind: 'file', size: 5 });
        expect(await textOf('/a')).toBe('hello');
        expect(await names(ROOT)).toEqual(['a']);
      });

      it('continues after the file was closed', async () => {
        const temporaryFile = await driver.createTemporaryFile(ROOT);
        await temporaryFile.write([utf8.encode('hel')], 0);
        await temporaryFile.close();

        const again = await driver.openTemporaryFile(temporaryFile.ref);
        expect(again?.size).toBe(3);
        await again?.write([utf8.encode('lo')], 3);
        await again?.publish('a', { replace: false });
        expect(await textOf('/a')).toBe('hello');
      });

      it('keeps the old bytes when it is given up', async () => {
        await save('/a', 'old');
        const temporaryFile = await driver.createTemporaryFile(ROOT);
        await temporaryFile.write([utf8.encode('ne')], 0);
        await temporaryFile.discard();
        expect(await textOf('/a')).toBe('old');
        expect(await driver.openTemporaryFile(temporaryFile.ref)).toBeUndefined();
      });

      it('can be published under another name when the first is taken', async () => {
        await save('/a', 'old');
        const temporaryFile = await driver.createTemporaryFile(ROOT);
        await temporaryFile.write([utf8.encode('new')], 0);
        const taken = temporaryFile.publish('a', { replace: false });
        await expect(taken).rejects.toMatchObject({ code: 'already-exists' });
        await temporaryFile.publish('b', { replace: false });
        expect(await textOf('/a')).toBe('old');
        expect(await textOf('/b')).toBe('new');
      });

      it('replaces a file in one step but never a folder', async () => {
        await save('/a', 'old');
        await driver.makeFolder(ROOT, 'docs');
        const temporaryFile = await driver.createTemporaryFile(ROOT);
        await temporaryFile.write([utf8.encode('new')], 0);
        const onFolder = temporaryFile.publish('docs', { replace: true });
        await expect(onFolder).rejects.toMatchObject({ code: 'already-exists' });
        await temporaryFile.publish('a', { replace: true });
        expect(await textOf('/a')).toBe('new');
      });

      it('truncates surplus bytes', async () => {
        const temporaryFile = await driver.createTemporaryFile(ROOT);
        await temporaryFile.write([utf8.encode('hello, world')], 0);
        await temporaryFile.truncate(5);
        await temporaryFile.publish('a', { replace: false });
        expect(await textOf('/a')).toBe('hello');
      });

      it('cannot be reached by its name', async () => {
        const temporaryFile = await driver.createTemporaryFile(ROOT);
        const path = at(`/${temporaryFile.ref.partName}`);
        const refusal = { code: 'not-found' };
        await expect(driver.resolve(path, ROOT)).rejects.toMatchObject(refusal);
        await expect(driver.readFile(path, { wholeUpTo: 9 })).rejects.toMatchObject(refusal);
        await expect(driver.remove(ROOT, temporaryFile.ref.partName)).rejects.toMatchObject(
          refusal,
        );
        await temporaryFile.discard();
      });

      it('is removed while closed, and nothing there is no error', async () => {
        const temporaryFile = await driver.createTemporaryFile(ROOT);
        await temporaryFile.close();
        await driver.removeTemporaryFile(temporaryFile.ref);
        await driver.removeTemporaryFile(temporaryFile.ref);
        await driver.removeTemporaryFile({ ...temporaryFile.ref, folder: at('/nothing') });
        expect(await driver.openTemporaryFile(temporaryFile.ref)).toBeUndefined();
        expect(
          await driver.openTemporaryFile({ ...temporaryFile.ref, folder: at('/nothing') }),
        ).toBeUndefined();
      });

      it('accepts only temporary files as such', async () => {
        await save('/a', 'x');
        const ref = { folder: ROOT, partName: 'a' };
        await expect(driver.openTemporaryFile(ref)).rejects.toMatchObject({ code: 'invalid-path' });
        await expect(driver.removeTemporaryFile(ref)).rejects.toMatchObject({
          code: 'invalid-path',
        });
        expect(await textOf('/a')).toBe('x');
      });
    });

    describe('removing and measuring', () => {
      it('removes a file and an empty folder; nothing there is no error', async () => {
        await save('/a', 'x');
        await driver.makeFolder(ROOT, 'docs');
        for (const name of ['a', 'docs', 'nothing']) await driver.remove(ROOT, name);
        await driver.remove(at('/nothing'), 'a');
        expect(await names(ROOT)).toEqual([]);
      });

      it('leaves a folder that holds something', async () => {
        await driver.makeFolder(ROOT, 'docs');
        await save('/docs/a', 'x');
        const removal = driver.remove(ROOT, 'docs');
        await expect(removal).rejects.toMatchObject({ code: 'invalid-request' });
        expect(await textOf('/docs/a')).toBe('x');
      });

      it('returns used and total space', async () => {
        const { used, total } = await driver.usage(ROOT);
        expect(total).toBeGreaterThan(0);
        expect(used).toBeGreaterThanOrEqual(0);
        expect(used).toBeLessThanOrEqual(total);
      });
    });
  });
}
