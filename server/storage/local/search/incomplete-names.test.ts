import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { ROOT } from '#contract/paths.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyFolder } from '../../../testing/empty-folder.ts';
import { at } from '../../driver.test-tools.ts';
import { IncompleteWalk } from '../walks/incomplete-walk.ts';
import { finish, noProgress, openTestRoot } from '../walks/walks.test-tools.ts';
import { candidatesIn } from './candidate-chunks.ts';
import { findNames } from './find-names.ts';
import { FROM_THE_START, NameStore } from './name-store.ts';
import { readTree } from './read-names.ts';
import { type FoldersToRead, refreshNames } from './refresh-names.ts';

const { root, path, createFiles } = openTestRoot();
const ALL = { folders: [], isWhole: true };

beforeEach(() => {
  emptyFolder(path);
  createFiles('a/one', 'b/two', 'b/below/three', 'c/four');
});

afterEach(heal);

function heal(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}

/** Makes one system call fail for paths with this end. */
function fail(call: 'openSync' | 'readdirSync' | 'lstatSync', end: RegExp, code: string): void {
  const original = fs[call] as (path: fs.PathLike, ...rest: unknown[]) => unknown;
  vi.spyOn(fs, call).mockImplementation(((target: fs.PathLike, ...rest: unknown[]) => {
    if (end.test(String(target)) || end.test(pathOf(target))) {
      throw Object.assign(new Error(code), { code, syscall: call });
    }
    return original(target, ...rest);
  }) as never);
  syncBuiltinESMExports();
}

/** Returns the path of the open folder that a path of a descriptor leads to. */
function pathOf(target: fs.PathLike): string {
  const text = String(target);
  return /\/fd\/\d+$/.test(text) ? fs.readlinkSync(text) : text;
}

function read() {
  const store = new NameStore();
  const walk = new IncompleteWalk();
  finish(readTree(root, { store, progress: noProgress(), walk }));
  return { store, lacking: walk.lacking };
}

function refresh(store: NameStore, changed: FoldersToRead = ALL) {
  const walk = new IncompleteWalk();
  finish(refreshNames(root, { store, progress: noProgress(), walk }, changed));
  return walk.lacking;
}

function namesIn(store: NameStore): string[] {
  const names: string[] = [];
  for (const chunk of findNames(store, { terms: [], types: [], within: ROOT }, FROM_THE_START)) {
    for (const found of chunk ? candidatesIn(chunk) : []) names.push(...found.names);
  }
  return names.toSorted();
}

const EVERYTHING = ['a', 'b', 'below', 'c', 'four', 'one', 'three', 'two'];

test.each([
  ['openSync', 'EMFILE'],
  ['openSync', 'ENFILE'],
  ['readdirSync', 'ENOMEM'],
] as const)('an index reports that %s lacked something (%s), and has the rest', (call, code) => {
  fail(call, /\/b$/, code);
  const { store, lacking } = read();
  expect(lacking).toBe(code);
  expect(namesIn(store)).toEqual(['a', 'b', 'c', 'four', 'one']);

  heal();
  expect(refresh(store)).toBeUndefined();
  expect(namesIn(store)).toEqual(EVERYTHING);
});

test('an index is incomplete if not even the root could be opened, and complete later', () => {
  fail('openSync', /\/fd\/\d+$/, 'EMFILE');
  const { store, lacking } = read();
  expect(lacking).toBe('EMFILE');
  expect(refresh(store)).toBe('EMFILE');
  heal();
  expect(refresh(store)).toBeUndefined();
  expect(namesIn(store)).toEqual(EVERYTHING);
});

test.each([
  [ALL, 'all folders'],
  [{ folders: [at('/b')], isWhole: false }, 'one folder'],
])('a refresh of %s that lacks something keeps the names, and reports it', (changed) => {
  const { store } = read();
  createFiles('b/new');
  fail('readdirSync', /\/b$/, 'EMFILE');
  expect(refresh(store, changed)).toBe('EMFILE');
  expect(namesIn(store)).toEqual(EVERYTHING);
  heal();
  expect(refresh(store)).toBeUndefined();
  expect(namesIn(store)).toEqual([...EVERYTHING, 'new'].toSorted());
});

test('a refresh reports a new folder that could not be opened for a lack', () => {
  const { store } = read();
  createFiles('d/five');
  fail('openSync', /\/d$/, 'EMFILE');
  expect(refresh(store)).toBe('EMFILE');
  heal();
  expect(refresh(store)).toBeUndefined();
  expect(namesIn(store)).toEqual([...EVERYTHING, 'd', 'five'].toSorted());
});

test.each(['openSync', 'readdirSync', 'lstatSync'] as const)(
  'a damaged folder (%s) is left out, and everything else is read, at each refresh',
  (call) => {
    const { store } = read();
    createFiles('c/later');
    fail(call, call === 'lstatSync' ? /\/below$/ : /\/b$/, 'EIO');
    expect(read().lacking).toBeUndefined();
    expect(refresh(store)).toBeUndefined();
    expect(namesIn(store)).toContain('later');
  },
);
