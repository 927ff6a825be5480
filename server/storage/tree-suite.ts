import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { parseSearchQuery } from '#contract/search-query.ts';
import type { ViewData } from '../policy/visibility.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';
import type { StorageDriver } from './driver.ts';
import { at, collect, empty, readText, signal, split } from './driver.test-tools.ts';

const OPEN: ViewData = {
  root: ROOT,
  home: ROOT,
  rules: [],
  hideDotfiles: false,
  protectedPaths: [],
};
const WITHOUT_SECRETS: ViewData = {
  ...OPEN,
  rules: [{ regex: false, allow: false, path: '/docs/secret', regexp: { raw: '' } }],
};

const options = { signal };

/** Tests listings, walks, checksums, archives and searches of a driver. `open` returns an empty one. */
export function describeTrees(name: string, open: () => Promise<StorageDriver>): void {
  describe(`trees of the ${name} driver`, () => {
    let driver: StorageDriver;
    beforeAll(async () => {
      driver = await open();
    });
    afterEach(() => empty(driver, ROOT));
    afterAll(() => driver.close());

    async function layOut(files: Readonly<Record<string, string>>): Promise<void> {
      for (const [path, text] of Object.entries(files)) {
        const { folder, name: leaf } = split(path);
        const bytes = new TextEncoder().encode(text);
        if (folder !== ROOT && (await driver.resolve(folder, ROOT)).kind !== 'found') {
          const parent = split(folder);
          await driver.makeFolder(parent.folder, parent.name);
        }
        await driver.writeFile(folder, leaf, bytes, { replace: false });
      }
    }

    async function rowsOf(path: string, view: ViewData): Promise<Record<string, unknown>[]> {
      const folder = await driver.openFolder(at(path));
      const query = { path: at(path), resolvedPath: at(path), view, sniff: false };
      try {
        const groups = await folder.list(query, {
          sorting: { by: 'name', asc: false },
          isLarge: false,
          whenLarge: (work) => work(),
        });
        const parts = [
          ...groups.map(({ folders }) => folders),
          ...groups.map((each) => each.others),
        ];
        const rows = parts.filter(({ length }) => length > 0).map((part) => textOf([part]));
        return JSON.parse(`[${rows.join(',')}]`) as Record<string, unknown>[];
      } finally {
        await folder.close();
      }
    }

    describe('listings', () => {
      it('have folders first and natural order, with paths as the viewer sees them', async () => {
        await layOut({ '/docs/f10.txt': 'ten', '/docs/f2.txt': '2', '/docs/sub/x': '' });
        const view = { ...OPEN, root: at('/docs'), home: at('/docs') };
        expect(await rowsOf('/docs', view)).toMatchObject([
          { path: '/sub', name: 'sub', isDir: true },
          { path: '/f2.txt', name: 'f2.txt', size: 1, isDir: false, isSymlink: false },
          { path: '/f10.txt', name: 'f10.txt', size: 3, extension: '.txt' },
        ]);
      });

      it('skip entries that a rule hides, and temporary files', async () => {
        await layOut({ '/docs/seen': '', '/docs/secret': '' });
        const temporaryFile = await driver.createTemporaryFile(at('/docs'));
        expect((await rowsOf('/docs', WITHOUT_SECRETS)).map((row) => row['name'])).toEqual([
          'seen',
        ]);
        await temporaryFile.discard();
      });

      it('describe a video with its visible subtitles', async () => {
        await layOut({ '/docs/a.mp4': '', '/docs/a.en.srt': '', '/docs/secret.srt': '' });
        const folder = await driver.openFolder(at('/docs'));
        const query = { path: at('/docs'), resolvedPath: at('/docs'), view: OPEN, sniff: false };
        expect(await folder.describe(query, 'a.mp4')).toEqual({
          type: 'video',
          subtitles: ['/docs/a.en.srt'],
        });
        await folder.close();
      });
    });

    describe('walks', () => {
      const docs = { folder: ROOT, name: 'docs' };
      const everything: WalkFilter = { view: OPEN, paths: [at('/docs')] };
      const withoutSecrets: WalkFilter = { view: WITHOUT_SECRETS, paths: [at('/docs')] };
      const files = { '/docs/a': 'one', '/docs/sub/b': 'two', '/docs/secret': '!' };

      it('count a tree, and skip or refuse invisible entries', async () => {
        await layOut(files);
        const survey = (filter: WalkFilter, refused: 'fails' | 'skips') =>
          driver.walks.survey({ entry: docs, filter, refused }, options);
        expect(await survey(everything, 'fails')).toMatchObject({ files: 3, folders: 2, bytes: 7 });
        expect(await survey(withoutSecrets, 'skips')).toMatchObject({ files: 2 });
        await expect(survey(withoutSecrets, 'fails')).rejects.toMatchObject({ code: 'forbidden' });
      });

      it('list everything that is visible', async () => {
        await layOut(files);
        const task = { path: at('/docs'), shownAs: at('/docs'), filter: withoutSecrets };
        const rows = JSON.parse(
          textOf(await collect(driver.walks.list(task, options))),
        ) as unknown[];
        expect(rows).toMatchObject([
          { path: '/docs/a', size: 3 },
          { path: '/docs/sub', isDir: true },
          { path: '/docs/sub/b', name: 'b' },
        ]);
      });

      it('copy a tree to a temporary name, which becomes visible when it is moved', async () => {
        await layOut(files);
        const to = { folder: ROOT, name: '.filebrowser-copy.part' };
        const task = { finalPath: at('/copy'), scope: ROOT, filter: everything, durable: true };
        const leftOut = await driver.walks.copy({ from: docs, to, ...task }, options);
        expect(leftOut.count).toBe(0);
        expect((await driver.resolve(at('/copy'), ROOT)).kind).toBe('missing');
        await driver.move(to, { folder: ROOT, name: 'copy' }, { replace: false });
        expect(await readText(driver, at('/copy/sub/b'))).toBe('two');
      });

      it('end the copy of a folder with a part when the caller wants no more', async () => {
        await layOut(files);
        const task = { finalPath: at('/copy'), scope: ROOT, filter: everything, durable: true };
        const to = { folder: ROOT, name: 'copy' };
        const enough = AbortSignal.abort();
        const part = await driver.walks.copy({ from: docs, to, ...task }, { ...options, enough });
        expect(part).toEqual({ count: 0, names: [], isPartial: true });
        expect((await driver.resolve(at('/copy'), ROOT)).kind).toBe('found');
        expect((await driver.resolve(at('/copy/sub/b'), ROOT)).kind).toBe('missing');
      });

      it('merge a folder into another one and replace its files', async () => {
        await layOut({
          '/docs/a': 'new',
          '/docs/sub/b': 'two',
          '/into/a': 'old',
          '/into/c': 'kept',
        });
        await driver.walks.merge({ from: docs, into: at('/into') }, options);
        expect(await readText(driver, at('/into/a'))).toBe('new');
        expect(await readText(driver, at('/into/sub/b'))).toBe('two');
        expect(await readText(driver, at('/into/c'))).toBe('kept');
        expect((await driver.resolve(at('/docs'), ROOT)).kind).toBe('missing');
      });

      it('refuse to merge a file, and keep it', async () => {
        await layOut({ '/docs': 'a file', '/into/a': 'kept' });
        const merging = driver.walks.merge({ from: docs, into: at('/into') }, options);
        await expect(merging).rejects.toMatchObject({ code: 'not-found' });
        expect(await readText(driver, at('/docs'))).toBe('a file');
      });

      it('remove copied entries, and keep those that have changed', async () => {
        await layOut({ '/docs/a': 'one', '/docs/b': 'two' });
        const task = { finalPath: at('/copy'), scope: ROOT, filter: everything, durable: true };
        const to = { folder: ROOT, name: 'copy' };
        await driver.walks.copy({ from: docs, to, ...task }, options);
        const changed = new TextEncoder().encode('changed');
        await driver.writeFile(at('/docs'), 'b', changed, { replace: true });
        const kept = await driver.walks.removeCopied({ entry: docs, copy: at('/copy') }, options);
        expect(kept).toEqual({ count: 1, names: ['b'] });
        expect((await driver.resolve(at('/docs/a'), ROOT)).kind).toBe('missing');
        expect(await readText(driver, at('/docs/b'))).toBe('changed');
      });

      it('remove a tree with its temporary files; a second time there is nothing to remove', async () => {
        await layOut(files);
        await (await driver.createTemporaryFile(at('/docs/sub'))).close();
        for (let time = 1; time <= 2; time += 1) {
          expect((await driver.walks.remove({ entry: docs }, options)).count).toBe(0);
          expect((await driver.resolve(at('/docs'), ROOT)).kind).toBe('missing');
        }
      });

      it('find temporary files, and return the facts of one', async () => {
        await layOut(files);
        const { ref, close } = await temporaryFile();
        const [found, ...others] = await driver.walks.findTemporary({ known: new Set() }, options);
        expect(others).toEqual([]);
        expect(found).toMatchObject({ path: `/docs/${ref.partName}`, kind: 'file', bytes: 4 });
        const entry = { folder: ref.folder, name: ref.partName };
        expect(await driver.walks.stat({ entry })).toMatchObject({ kind: 'file', size: 4 });
        await close();
        expect(await driver.walks.stat({ entry })).toBeUndefined();
      });

      it('stop when their signal aborts', async () => {
        await layOut(files);
        const stopped = { signal: AbortSignal.abort(new Error('cancelled')) };
        await expect(driver.walks.remove({ entry: docs }, stopped)).rejects.toThrow('cancelled');
        expect(await readText(driver, at('/docs/a'))).toBe('one');
      });

      async function temporaryFile() {
        const file = await driver.createTemporaryFile(at('/docs'));
        await file.write([new TextEncoder().encode('part')], 0);
        return { ref: file.ref, close: () => file.discard() };
      }
    });

    it('checksums are those of the bytes, for small and for large files', async () => {
      for (const text of ['small', 'large '.repeat(30_000)]) {
        await layOut({ '/file': text });
        const sha256 = createHash('sha256').update(text).digest('hex');
        const md5 = createHash('md5').update(text).digest('hex');
        expect(await driver.checksums(at('/file'), ['md5', 'sha256'], signal)).toEqual({
          md5,
          sha256,
        });
        await driver.remove(ROOT, 'file');
      }
      await expect(driver.checksums(at('/file'), ['md5'], signal)).rejects.toMatchObject({
        code: 'not-found',
      });
    });

    describe('archives', () => {
      const request = { view: WITHOUT_SECRETS, format: 'tar', isMeasured: true } as const;

      it('hold the visible files below a folder, and are as long as announced', async () => {
        await layOut({ '/docs/a': 'one', '/docs/secret': '!', '/docs/sub/b': 'two' });
        const { path, stat } = await found('/docs');
        const contents = {
          kind: 'folder',
          path,
          resolvedPath: path,
          identity: stat.identity,
        } as const;
        const archive = await driver.archives.open({ ...request, contents }, signal);
        const tar = Buffer.concat(await collect(archive.chunks));
        expect(tar.length).toBe(archive.bytes);
        expect(namesIn(tar)).toEqual(['a', 'sub/', 'sub/b']);
        expect(tar.includes('two')).toBe(true);
      });

      it('refuse a selected entry that is hidden or missing before the first byte', async () => {
        await layOut({ '/docs/a': 'one', '/docs/secret': '!' });
        const open = (paths: string) => {
          const contents = { kind: 'selection', folder: at('/docs'), paths } as const;
          return driver.archives.open({ ...request, contents }, signal);
        };
        await expect(open('a\0secret')).rejects.toMatchObject({ code: 'forbidden' });
        await expect(open('a\0gone')).rejects.toMatchObject({ code: 'not-found' });
        const tar = Buffer.concat(await collect((await open('a')).chunks));
        expect(namesIn(tar)).toEqual(['a']);
      });
    });

    it('a search finds visible names in every case, as paths below its folder', async () => {
      await layOut({ '/docs/Plan.txt': '', '/docs/secret/plan': '', '/docs/sub/old plan': '' });
      const task = {
        query: parseSearchQuery('plan'),
        resolvedPath: at('/docs'),
        path: at('/docs'),
        shownAs: at('/docs'),
        filter: { view: WITHOUT_SECRETS, paths: [at('/docs')] },
        details: false,
        sniff: false,
        form: 'lines',
      } as const;
      const lines = textOf(await collect(await driver.search.find(task, signal))).trimEnd();
      const hits = lines.split('\n').map((line) => JSON.parse(line) as { path: string });
      expect(hits.map(({ path }) => path)).toEqual(['Plan.txt', 'sub/old plan']);
    });

    async function found(path: string) {
      const resolution = await driver.resolve(at(path), ROOT);
      if (resolution.kind !== 'found') throw new Error(`${path} does not exist`);
      return resolution;
    }
  });
}

function textOf(parts: readonly Uint8Array[]): string {
  return Buffer.concat(parts).toString('utf8');
}

/** Returns the member names of a tar, without those of extended headers. */
function namesIn(tar: Buffer): string[] {
  const names: string[] = [];
  for (let start = 0; tar[start] !== 0 && start < tar.length;) {
    const isExtendedHeader = tar.toString('latin1', start + 156, start + 157) === 'x';
    if (!isExtendedHeader) names.push(tar.toString('utf8', start, tar.indexOf(0, start)));
    const size = Number.parseInt(tar.toString('latin1', start + 124, start + 135), 8);
    start += 512 + Math.ceil(size / 512) * 512;
  }
  return names;
}
