import { appendFileSync, existsSync, symlinkSync, unlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { copyTree } from './copy-tree.ts';
import { removeCopied } from './remove-copied.ts';
import { entryAt, finish, noProgress, openTestRoot } from './walks.test-tools.ts';
import { at } from '../../driver.test-tools.ts';

const { base, path, root, createFiles, listPaths } = openTestRoot();

function copy(from: string, to: string): void {
  const input = {
    from: entryAt(from),
    to: entryAt(to),
    finalPath: at(to),
    scope: ROOT,
    isVisible: undefined,
    mayReach: () => true,
    durable: true,
  };
  finish(copyTree(root, input, noProgress()));
}

const removeOriginal = (from: string, copied: string, progress = noProgress()) =>
  finish(removeCopied(root, { entry: entryAt(from), copy: at(copied) }, progress));

const NONE = { count: 0, names: [] };

test('removes completely copied entries, with symlinks and temporary files', () => {
  createFiles('whole/a', 'whole/sub/b', 'whole/sub/.filebrowser-x.part', 'whole/empty/');
  symlinkSync('a', join(path, 'whole/link'));
  utimesSync(join(path, 'whole/a'), 1, 1_400_000_000.987_654);
  copy('/whole', '/whole-copy');
  const progress = noProgress();
  expect(removeOriginal('/whole', '/whole-copy', progress)).toEqual(NONE);
  expect(existsSync(join(path, 'whole'))).toBe(false);
  expect(progress.entries).toBe(7);
  expect(listPaths('whole-copy')).toEqual(['a', 'empty/', 'link', 'sub/', 'sub/b']);
});

test('removes a single file, and accepts a missing one', () => {
  createFiles('alone');
  copy('/alone', '/alone-copy');
  expect(removeOriginal('/alone', '/alone-copy')).toEqual(NONE);
  expect(existsSync(join(path, 'alone'))).toBe(false);
  expect(removeOriginal('/alone', '/alone-copy')).toEqual(NONE);
});

test('keeps and reports entries that were changed, added or not copied', () => {
  createFiles('living/changed', 'living/touched', 'living/gone', 'living/same', 'living/sub/same');
  symlinkSync(join(base, 'foreign'), join(path, 'living/outside'));
  copy('/living', '/living-copy');
  appendFileSync(join(path, 'living/changed'), '!');
  utimesSync(join(path, 'living/touched'), 5, 5);
  unlinkSync(join(path, 'living-copy/gone'));
  createFiles('living/sub/added', 'living/new/inner');
  const stays = removeOriginal('/living', '/living-copy');
  expect(stays.names.toSorted()).toEqual([
    'changed',
    'gone',
    'new/inner',
    'outside',
    'sub/added',
    'touched',
  ]);
  expect(stays.count).toBe(6);
  expect(listPaths('living')).toEqual([
    'changed',
    'gone',
    'new/',
    'new/inner',
    'outside',
    'sub/',
    'sub/added',
    'touched',
  ]);
});

test('removes nothing without a copy', () => {
  createFiles('kept/a');
  expect(() => removeOriginal('/kept', '/no-copy')).toThrow('nothing of this name');
  createFiles('kept-file', 'other/');
  expect(removeOriginal('/kept-file', '/other/nothing')).toEqual({
    count: 1,
    names: ['kept-file'],
  });
  expect(listPaths('kept')).toEqual(['a']);
});
