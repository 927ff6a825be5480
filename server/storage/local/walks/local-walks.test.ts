import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parentOf, nameOf, parseTreePath, ROOT, type TreePath } from '#contract/paths.ts';
import { openLocalDriver } from '../local-driver.ts';
import { createWalks } from './local-walks.ts';

const root = mkdtempSync(join(tmpdir(), 'filebrowser-walk-pool-'));
const driver = openLocalDriver({ root });
const walks = createWalks(driver.root);
afterAll(async () => {
  await walks.close();
  await driver.close();
  rmSync(root, { recursive: true });
});

const view = { root: ROOT, home: ROOT, rules: [], hideDotfiles: false, protectedPaths: [] };
const signal = AbortSignal.timeout(60_000);

function at(path: string): TreePath {
  const parsed = parseTreePath(path);
  if (parsed === undefined) throw new Error(`bad path in a test: ${path}`);
  return parsed;
}

function entry(path: string) {
  return { folder: parentOf(at(path)), name: nameOf(at(path)) };
}

function plant(...ways: readonly string[]): void {
  for (const way of ways) {
    mkdirSync(join(root, way, '..'), { recursive: true });
    writeFileSync(join(root, way), way);
  }
}

function copyOf(from: string, to: string) {
  const filter = { view, paths: [at(from), at(to)] };
  const name = '.filebrowser-test.part';
  const hidden = { folder: parentOf(at(to)), name };
  return { from: entry(from), to: hidden, finalPath: at(to), scope: ROOT, filter, durable: true };
}

test('a tree is looked at, copied, given its name, and its original removed', async () => {
  plant('docs/a', 'docs/sub/b');
  const filter = { view, paths: [at('/docs')] };
  const input = { entry: entry('/docs'), filter, refused: 'fails' } as const;
  const counted = { files: 2, folders: 2, others: 0, bytes: 6 + 10 };
  expect(await walks.survey(input, { signal })).toEqual(counted);

  const copy = copyOf('/docs', '/copied');
  const seen: unknown[] = [];
  const onProgress = (progress: unknown) => seen.push(progress);
  expect(await walks.copy(copy, { signal, onProgress })).toEqual({ count: 0, names: [] });
  expect(seen.at(-1)).toMatchObject({ entries: 4, bytes: 16 });
  await driver.move(copy.to, entry('/copied'), { replace: false });
  expect(readFileSync(join(root, 'copied/sub/b'), 'utf8')).toBe('docs/sub/b');

  const removal = { entry: entry('/docs'), copy: at('/copied') };
  expect(await walks.removeCopied(removal, { signal })).toEqual({ count: 0, names: [] });
  expect(existsSync(join(root, 'docs'))).toBe(false);
});

test('a tree is merged into another one, and removed', async () => {
  plant('from/a', 'into/b');
  await walks.merge({ from: entry('/from'), into: at('/into') }, { signal });
  expect(existsSync(join(root, 'into/a'))).toBe(true);
  await walks.remove({ entry: entry('/into') }, { signal });
  expect(existsSync(join(root, 'into'))).toBe(false);
});

test('a refusal arrives as one', async () => {
  plant('ruled/denied');
  const rules = [{ regex: false, allow: false, path: '/ruled/denied', regexp: { raw: '' } }];
  const filter = { view: { ...view, rules }, paths: [at('/ruled')] };
  const input = { entry: entry('/ruled'), filter, refused: 'fails' } as const;
  const refusal = { code: 'forbidden' };
  await expect(walks.survey(input, { signal })).rejects.toMatchObject(refusal);
  const copying = walks.copy({ ...copyOf('/ruled', '/other'), filter }, { signal });
  await expect(copying).rejects.toMatchObject(refusal);
  const nothing = { ...input, entry: entry('/nothing') };
  await expect(walks.survey(nothing, { signal })).rejects.toMatchObject({ code: 'not-found' });
  await walks.remove({ entry: entry('/.filebrowser-test.part') }, { signal });
});

test('lists everything below a folder as JSON, in parts', async () => {
  const many = Array.from({ length: 2_000 }, (_, index) => `listed/folder-${index % 7}/f-${index}`);
  plant(...many, 'listed/quote"\n.txt');
  const input = {
    path: at('/listed'),
    shownAs: at('/seen'),
    filter: { view, paths: [at('/listed')] },
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of walks.list(input, { signal })) chunks.push(chunk);
  const rows: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  expect(chunks.length).toBeGreaterThan(1);
  expect(rows).toHaveLength(2_000 + 7 + 1);
  expect(rows).toContainEqual({
    path: '/seen/quote"\n.txt',
    name: 'quote"\n.txt',
    size: 18,
    modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    isDir: false,
  });
});

test('an empty folder is an empty list, also at the root', async () => {
  mkdirSync(join(root, 'empty'));
  const input = { path: at('/empty'), shownAs: ROOT, filter: { view, paths: [at('/empty')] } };
  const chunks: Uint8Array[] = [];
  for await (const chunk of walks.list(input, { signal })) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('[]');
});

test('cancels a long copy, which does not delay others', async () => {
  plant('long/sparse', 'short/a');
  truncateSync(join(root, 'long/sparse'), 2 ** 40);
  const stopper = new AbortController();
  let bytes = 0;
  const onProgress = (progress: { readonly bytes: number }) => {
    bytes = progress.bytes;
  };
  const copying = [1, 2, 3].map(async (index) => {
    const input = copyOf('/long', '/long-copy');
    const to = { folder: ROOT, name: `.filebrowser-long-${index}.part` };
    const stopped = walks.copy({ ...input, to }, { signal: stopper.signal, onProgress });
    await expect(stopped).rejects.toThrow('called off');
  });
  const filter = { view, paths: [at('/short')] };
  const input = { entry: entry('/short'), filter, refused: 'fails' } as const;
  expect(await walks.survey(input, { signal })).toMatchObject({ files: 1 });
  await expect.poll(() => bytes).toBeGreaterThan(0);
  stopper.abort(new Error('called off'));
  await Promise.all(copying);
  for (const index of [1, 2, 3]) {
    await walks.remove(
      { entry: { folder: ROOT, name: `.filebrowser-long-${index}.part` } },
      { signal },
    );
  }
});
