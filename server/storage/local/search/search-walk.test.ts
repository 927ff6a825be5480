import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#contract/paths.ts';
import { parseSearchQuery } from '#contract/search-query.ts';
import type { SearchHit } from '#contract/search.ts';
import { afterAll, expect, test } from 'vitest';
import { openLocalDriver } from '../local-driver.ts';
import { createWalks } from '../walks/local-walks.ts';
import type { SearchTask } from '../../tree-search.ts';

const root = mkdtempSync(join(tmpdir(), 'filebrowser-search-walk-'));
for (const folder of ['b/.dark', 'a-b', 'a']) mkdirSync(join(root, folder), { recursive: true });
for (const file of [
  'a/1.txt',
  'a-b/2.txt',
  'b/.dark/3.txt',
  'b/Zebra',
  'b/ant',
  '.filebrowser-x.part',
]) {
  writeFileSync(join(root, file), file);
}
symlinkSync('a', join(root, 'c'));
symlinkSync('/etc', join(root, 'd'));
const driver = openLocalDriver({ root });
const walks = createWalks(driver.root);
afterAll(async () => {
  await walks.close();
  await driver.close();
  rmSync(root, { recursive: true });
});

const OPEN: SearchTask['filter']['view'] = {
  root: ROOT,
  home: ROOT,
  rules: [],
  hideDotfiles: false,
  protectedPaths: [],
};

async function walkFor(query: string, view = OPEN): Promise<string[]> {
  const filter = { view, paths: [ROOT] };
  const folder = { resolvedPath: ROOT, path: ROOT, shownAs: ROOT, filter };
  const asked = { query: parseSearchQuery(query), details: false, sniff: false } as const;
  const parts = walks.search(
    { ...folder, ...asked, form: 'lines' },
    { signal: AbortSignal.timeout(60_000) },
  );
  let text = '';
  for await (const part of parts) text += Buffer.from(part).toString();
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as SearchHit).path); // as the contract has it
}

test('walks depth first, in the order of bytes, and follows no symlinks', async () => {
  expect(await walkFor('')).toEqual([
    'a',
    'a/1.txt',
    'a-b',
    'a-b/2.txt',
    'b',
    'b/.dark',
    'b/.dark/3.txt',
    'b/Zebra',
    'b/ant',
    'c',
    'd',
  ]);
  expect(await walkFor('TXT')).toEqual(['a/1.txt', 'a-b/2.txt', 'b/.dark/3.txt']);
});

test('does not enter invisible folders', async () => {
  const hiding = { ...OPEN, hideDotfiles: true };
  expect(await walkFor('txt', hiding)).toEqual(['a/1.txt', 'a-b/2.txt']);
  const rule = { regex: false, allow: false, path: '/a', regexp: { raw: '' } };
  expect(await walkFor('txt', { ...OPEN, rules: [rule] })).toEqual(['a-b/2.txt', 'b/.dark/3.txt']);
});

test('names that no address can hold are passed over, with all below them', async () => {
  const raw = Buffer.concat([Buffer.from(join(root, 'raw-')), Buffer.from([0xe9])]);
  mkdirSync(raw);
  const inside = Buffer.concat([raw, Buffer.from('/inside.txt')]);
  writeFileSync(inside, '');
  writeFileSync(join(root, 'a replaced \ufffd letter'), '');
  expect(await walkFor('inside')).toEqual([]);
  expect(await walkFor('raw-')).toEqual([]);
  expect(await walkFor('replaced')).toEqual(['a replaced \ufffd letter']);
  unlinkSync(inside);
  rmdirSync(raw);
});
