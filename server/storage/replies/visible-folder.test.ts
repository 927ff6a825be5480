import { ROOT, parseTreePath, type TreePath } from '#contract/paths.ts';
import { expect, test } from 'vitest';
import { seenFolder, shownNames } from './visible-folder.ts';
import type { ViewData } from '../../policy/visibility.ts';

const NAMES = ['a.txt', '.env', 'filebrowser.db'];

test('every name is shown where nothing is hidden', () => {
  expect(shown({})).toEqual(NAMES);
});

test('names that begin with a dot are hidden if that is configured', () => {
  expect(shown({ hideDotfiles: true })).toEqual(['a.txt', 'filebrowser.db']);
});

test('names that a rule forbids are hidden', () => {
  const rule = { regex: false, allow: false, path: '/docs/a.txt', regexp: null };
  expect(shown({ rules: [rule] })).toEqual(['.env', 'filebrowser.db']);
});

test("the server's own files are left out where they lie, and nothing for their sake elsewhere", () => {
  expect(shown({ protectedPaths: [at('/docs/filebrowser.db')] })).toEqual(['a.txt', '.env']);
  expect(shown({ protectedPaths: [at('/filebrowser.db')] })).toEqual(NAMES);
});

test('a folder outside of the scope behind a symlink shows nothing', () => {
  expect(shown({ home: at('/docs') }, at('/other'))).toEqual([]);
});

test('a visitor of a shared file sees only that file in its folder', () => {
  expect(shown({ root: at('/docs/a.txt') })).toEqual(['a.txt']);
});

function shown(view: Partial<ViewData>, path = at('/docs')): unknown[] {
  const whole = {
    root: ROOT,
    home: ROOT,
    rules: [],
    hideDotfiles: false,
    protectedPaths: [],
    ...view,
  };
  const root = {
    current: new Int32Array(new SharedArrayBuffer(4)),
    ownPaths: [],
    followExternalSymlinks: false,
  };
  const task = { fd: -1, root, path: at('/docs'), resolvedPath: path, view: whole, sniff: false };
  return shownNames(seenFolder(task), NAMES);
}

function at(path: string): TreePath {
  const parsed = parseTreePath(path);
  if (parsed === undefined) throw new Error(`bad path in a test: ${path}`);
  return parsed;
}
