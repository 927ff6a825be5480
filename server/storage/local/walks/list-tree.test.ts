import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listTree } from './list-tree.ts';
import type { VisibilityTest } from './start.ts';
import { noProgress, openTestRoot } from './walks.test-tools.ts';
import { at } from '../../driver.test-tools.ts';

const { path, root, createFiles } = openTestRoot();

function list(path: string, isVisible?: VisibilityTest) {
  return [...listTree(root, { path: at(path), isVisible }, noProgress())].filter(
    (entry) => entry !== undefined,
  );
}
const waysOf = (path: string, isVisible?: VisibilityTest) =>
  list(path, isVisible).map(({ below }) => below);

test('everything is listed depth first, each folder in the order of bytes', () => {
  createFiles(
    'docs/b',
    'docs/a/z',
    'docs/a/y/',
    'docs/B',
    'docs/a.txt',
    'docs/.filebrowser-x.part',
  );
  createFiles('docs/\u{1F600}', 'docs/\uFFEE', 'docs/ü');
  expect(waysOf('/docs')).toEqual([
    'B',
    'a',
    'a/y',
    'a/z',
    'a.txt',
    'b',
    'ü',
    '\uFFEE',
    '\u{1F600}',
  ]);
  expect(waysOf('/docs/a/y')).toEqual([]);
});

test('lists symlinks as themselves and does not follow them', () => {
  createFiles('links/sub/inner');
  symlinkSync('sub', join(path, 'links/a-link'));
  symlinkSync('/etc', join(path, 'links/out'));
  execFileSync('mkfifo', [join(path, 'links/pipe')]);
  expect(list('/links').map(({ below, facts }) => [below, facts.kind])).toEqual([
    ['a-link', 'other'],
    ['out', 'other'],
    ['pipe', 'other'],
    ['sub', 'folder'],
    ['sub/inner', 'file'],
  ]);
});

test('skips invisible entries with everything below, also the first folder', () => {
  createFiles('filter/seen/inner', 'filter/denied/inner');
  expect(waysOf('/filter', (below) => below !== 'denied')).toEqual(['seen', 'seen/inner']);
  expect(waysOf('/filter', (below) => below !== '')).toEqual([]);
});
