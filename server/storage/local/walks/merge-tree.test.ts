import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mergeTree } from './merge-tree.ts';
import { entryAt, finish, noProgress, openTestRoot } from './walks.test-tools.ts';
import { at } from '../../driver.test-tools.ts';

const { base, path, root, createFiles, listPaths } = openTestRoot();

const taskOf = (from: string, into: string, progress = noProgress()) =>
  mergeTree(root, { from: entryAt(from), into: at(into) }, progress);
const merge = (from: string, into: string) => finish(taskOf(from, into));
const textOf = (way: string) => readFileSync(join(path, way), 'utf8');

test('replaces files, merges folders, keeps the rest, and removes the emptied folder', () => {
  createFiles('from/both', 'from/only-from', 'from/sub/both', 'from/sub/deep/x', 'from/new/y');
  createFiles('into/both', 'into/only-into', 'into/sub/both', 'into/sub/kept', 'into/sub/deep/z');
  const identity = statSync(join(path, 'into/sub')).ino;
  merge('/from', '/into');
  expect(existsSync(join(path, 'from'))).toBe(false);
  expect(listPaths('into')).toEqual([
    'both',
    'new/',
    'new/y',
    'only-from',
    'only-into',
    'sub/',
    'sub/both',
    'sub/deep/',
    'sub/deep/x',
    'sub/deep/z',
    'sub/kept',
  ]);
  expect(textOf('into/both')).toBe('from/both');
  expect(textOf('into/sub/both')).toBe('from/sub/both');
  expect(statSync(join(path, 'into/sub')).ino).toBe(identity);
});

test('continues after an interruption, and accepts a missing source', () => {
  createFiles('cut/a', 'cut/b', 'cut/sub/c', 'cut-into/sub/d');
  const task = taskOf('/cut', '/cut-into');
  task.next();
  task.return(undefined);
  merge('/cut', '/cut-into');
  expect(listPaths('cut-into')).toEqual(['a', 'b', 'sub/', 'sub/c', 'sub/d']);
  merge('/cut', '/cut-into');
});

test('a hidden copy is merged like any folder', () => {
  createFiles('.filebrowser-copied.part/a', 'target/b');
  merge('/.filebrowser-copied.part', '/target');
  expect(listPaths('target')).toEqual(['a', 'b']);
});

test('never replaces an entry of another kind', () => {
  createFiles('kinds/x/inner', 'kinds-into/x');
  expect(() => merge('/kinds', '/kinds-into')).toThrow('a file with the name x is in the way');
  createFiles('kinds2/x', 'kinds2-into/x/inner');
  expect(() => merge('/kinds2', '/kinds2-into')).toThrow('a folder with the name x is in the way');
  expect(textOf('kinds-into/x')).toBe('kinds-into/x');
  expect(textOf('kinds/x/inner')).toBe('kinds/x/inner');
});

test('replaces a symlink by a file, and never follows it for a folder', () => {
  const foreign = join(base, 'foreign');
  mkdirSync(foreign);
  createFiles('linked/file', 'linked-into/');
  symlinkSync(join(foreign, 'new'), join(path, 'linked-into/file'));
  symlinkSync('elsewhere', join(path, 'linked/link'));
  merge('/linked', '/linked-into');
  expect(textOf('linked-into/file')).toBe('linked/file');
  expect(readlinkSync(join(path, 'linked-into/link'))).toBe('elsewhere');

  createFiles('passing/sub/x', 'passing-into/');
  symlinkSync(foreign, join(path, 'passing-into/sub'));
  expect(() => merge('/passing', '/passing-into')).toThrow('in the way');
  expect(listPaths('../foreign')).toEqual([]);
});

test('two names of one file become one', () => {
  createFiles('hard/a', 'hard-into/');
  linkSync(join(path, 'hard/a'), join(path, 'hard-into/a'));
  merge('/hard', '/hard-into');
  expect(textOf('hard-into/a')).toBe('hard/a');
  expect(existsSync(join(path, 'hard'))).toBe(false);
});

test('replaces no symlink where symlinks out of the root are followed', () => {
  const trusting = { ...root, followExternalSymlinks: true };
  const mergeTrusting = (from: string, into: string) =>
    finish(mergeTree(trusting, { from: entryAt(from), into: at(into) }, noProgress()));
  const outside = join(base, 'outside');
  mkdirSync(outside);
  createFiles('trusted/file', 'trusted-into/', 'trusted2/sub/x', 'trusted2-into/');
  symlinkSync(join(outside, 'new'), join(path, 'trusted-into/file'));
  expect(() => mergeTrusting('/trusted', '/trusted-into')).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  );
  symlinkSync(outside, join(path, 'trusted2-into/sub'));
  expect(() => mergeTrusting('/trusted2', '/trusted2-into')).toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  );
  expect(readlinkSync(join(path, 'trusted-into/file'))).toBe(join(outside, 'new'));
  expect(readlinkSync(join(path, 'trusted2-into/sub'))).toBe(outside);
  expect(textOf('trusted/file')).toBe('trusted/file');
  expect(listPaths('../outside')).toEqual([]);

  createFiles('equal/', 'equal-into/');
  for (const folder of ['equal', 'equal-into']) symlinkSync('v1', join(path, folder, 'current'));
  mergeTrusting('/equal', '/equal-into');
  expect(readlinkSync(join(path, 'equal-into/current'))).toBe('v1');
  expect(existsSync(join(path, 'equal'))).toBe(false);
});
