import { execFileSync } from 'node:child_process';
import fs, { symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
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

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** Makes a system call fail for the name `broken`. */
function failAtBroken(call: 'openSync' | 'lstatSync', code: string): void {
  const original = fs[call] as (path: fs.PathLike, ...rest: unknown[]) => unknown;
  vi.spyOn(fs, call).mockImplementation(((path: fs.PathLike, ...rest: unknown[]) => {
    if (String(path).endsWith('/broken')) {
      throw Object.assign(new Error(code), { code, syscall: call });
    }
    return original(path, ...rest);
  }) as never);
  syncBuiltinESMExports();
}

test.each([
  ['openSync', 'EMFILE', 'too-many-requests'],
  ['openSync', 'ENFILE', 'too-many-requests'],
  ['openSync', 'ENOMEM', 'storage-failed'],
  ['lstatSync', 'ENOMEM', 'storage-failed'],
] as const)('fails instead of hiding entries if %s lacks something (%s)', (call, errno, code) => {
  createFiles('lack/broken/inner', 'lack/last');
  failAtBroken(call, errno);
  expect(() => list('/lack')).toThrow(expect.objectContaining({ code }));
});

test.each(['EACCES', 'EIO', 'ETIMEDOUT'])(
  'lists the rest if %s keeps a folder from being read',
  (errno) => {
    createFiles('damaged/broken/inner', 'damaged/last');
    failAtBroken('openSync', errno);
    expect(waysOf('/damaged')).toEqual(['broken', 'last']);
  },
);

test('lists the rest if an entry cannot be examined', () => {
  createFiles('unknown/broken', 'unknown/last');
  failAtBroken('lstatSync', 'EIO');
  expect(waysOf('/unknown')).toEqual(['last']);
});
