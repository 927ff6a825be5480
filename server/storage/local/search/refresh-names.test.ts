import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT, type TreePath } from '#contract/paths.ts';
import { describe, expect, it } from 'vitest';
import { IncompleteWalk } from '../walks/incomplete-walk.ts';
import { finish, noProgress, openDescriptors, openTestRoot } from '../walks/walks.test-tools.ts';
import { candidatesIn } from './candidate-chunks.ts';
import { compactNames } from './compact-names.ts';
import { findNames } from './find-names.ts';
import type { NameQuestion } from './name-question.ts';
import { FROM_THE_START, NameStore, type StoreMark } from './name-store.ts';
import { type Reading, readTree } from './read-names.ts';
import { type FoldersToRead, refreshNames } from './refresh-names.ts';
import { at } from '../../driver.test-tools.ts';
import { emptyFolder } from '../../../testing/empty-folder.ts';

const testRoot = openTestRoot();

function read(): NameStore {
  const store = new NameStore();
  finish(readTree(testRoot.root, readingInto(store)));
  return store;
}

function readingInto(store: NameStore): Reading {
  return { store, progress: noProgress(), walk: new IncompleteWalk() };
}

function refresh(store: NameStore, ...folders: readonly TreePath[]): void {
  refreshAll(store, { folders, isWhole: folders.length === 0 });
}

function refreshAll(store: NameStore, changed: FoldersToRead): void {
  finish(refreshNames(testRoot.root, readingInto(store), changed));
}

function find(
  store: NameStore,
  question: Partial<NameQuestion> = {},
  since: StoreMark = FROM_THE_START,
): string[] {
  const asked = { terms: [], types: [], within: ROOT, ...question };
  const paths: string[] = [];
  for (const chunk of findNames(store, asked, since)) {
    for (const { folder, names } of chunk ? candidatesIn(chunk) : []) {
      paths.push(...names.map((name) => (folder === ROOT ? name : `${folder.slice(1)}/${name}`)));
    }
  }
  return paths;
}

/** Returns the paths of all entries on disk. */
function pathsOnDisk(): string[] {
  return inAnyOrder(testRoot.listPaths().map((path) => path.replace(/\/$/, '')));
}

function inAnyOrder(paths: readonly string[]): string[] {
  return paths.toSorted();
}

function startAfresh(...listPaths: readonly string[]): void {
  emptyFolder(testRoot.path);
  testRoot.createFiles(...listPaths);
}

const TREE = ['docs/Plan.txt', 'docs/deep/er/plan b.md', 'docs/deep.txt', 'Fotos/Straße.JPG', 'z'];

describe('the index of a tree', () => {
  it('contains all names, depth first and in the order of bytes', () => {
    startAfresh(...TREE, 'empty/');
    expect(find(read())).toEqual([
      'Fotos',
      'Fotos/Straße.JPG',
      'docs',
      'docs/Plan.txt',
      'docs/deep',
      'docs/deep/er',
      'docs/deep/er/plan b.md',
      'docs/deep.txt',
      'empty',
      'z',
    ]);
  });

  it('finds names that contain all terms, regardless of case and diacritics', () => {
    startAfresh(...TREE);
    const store = read();
    expect(find(store, { terms: ['plan'] })).toEqual(['docs/Plan.txt', 'docs/deep/er/plan b.md']);
    expect(find(store, { terms: ['b', 'plan'] })).toEqual(['docs/deep/er/plan b.md']);
    expect(find(store, { terms: ['strasse.j'] })).toEqual(['Fotos/Straße.JPG']);
    expect(find(store, { terms: ['txt\0z'] })).toEqual([]);
    expect(find(store, { terms: ['plan', 'nowhere'] })).toEqual([]);
  });

  it('finds names by the class of their extension', () => {
    startAfresh(...TREE);
    const store = read();
    const image = { kind: 'class', mediaClass: 'image' } as const;
    const markdown = { kind: 'extension', extension: 'MD' } as const;
    expect(find(store, { types: [image] })).toEqual(['Fotos/Straße.JPG']);
    expect(find(store, { types: [markdown, image] })).toHaveLength(2);
    expect(find(store, { types: [image], terms: ['plan'] })).toEqual([]);
  });

  it('finds names in the searched folder only', () => {
    startAfresh(...TREE, 'docs2/plan');
    const store = read();
    expect(find(store, { within: at('/docs/deep') })).toEqual([
      'docs/deep/er',
      'docs/deep/er/plan b.md',
    ]);
    expect(find(store, { within: at('/docs'), terms: ['plan'] })).toHaveLength(2);
    expect(find(store, { within: at('/nowhere') })).toEqual([]);
  });

  it('skips temporary files and names that are not UTF-8', () => {
    startAfresh('a/.filebrowser-x.part', 'a/b');
    const raw = Buffer.concat([Buffer.from(join(testRoot.path, 'raw-')), Buffer.from([0xe9])]);
    mkdirSync(raw);
    const below = Buffer.concat([raw, Buffer.from('/below')]);
    writeFileSync(below, '');
    expect(find(read())).toEqual(['a', 'a/b']);
    unlinkSync(below);
    rmdirSync(raw);
  });

  it('contains symlinks, but does not follow them', () => {
    startAfresh('a/b');
    symlinkSync('a', join(testRoot.path, 'link'));
    symlinkSync('/etc', join(testRoot.path, 'out'));
    expect(find(read())).toEqual(['a', 'a/b', 'link', 'out']);
  });

  it('leaves no folder open', () => {
    startAfresh(...Array.from({ length: 60 }, (_, depth) => `${'d/'.repeat(depth)}file`));
    const before = openDescriptors().length;
    const store = read();
    refresh(store);
    expect(find(store)).toHaveLength(119);
    const cutOff = readTree(testRoot.root, readingInto(new NameStore()));
    for (let step = 0; step < 50; step += 1) cutOff.next();
    cutOff.return();
    expect(openDescriptors()).toHaveLength(before);
  });
});

describe('changes by other programs', () => {
  it('are found when all folders are examined', () => {
    startAfresh(...TREE);
    const store = read();
    testRoot.createFiles('docs/deep/er/new.txt', 'new folder/with/much');
    rmSync(join(testRoot.path, 'z'));
    renameSync(join(testRoot.path, 'Fotos'), join(testRoot.path, 'docs/Photos'));
    refresh(store);
    expect(inAnyOrder(find(store))).toEqual(pathsOnDisk());
    expect(find(store, { terms: ['strasse'] })).toEqual(['docs/Photos/Straße.JPG']);
  });

  it('are found when times were set back', () => {
    startAfresh('old/a');
    execFileSync('touch', ['-d', '2020-01-01', join(testRoot.path, 'old')]);
    const store = read();
    testRoot.createFiles('old/b');
    execFileSync('touch', ['-d', '2020-01-01', join(testRoot.path, 'old')]);
    refresh(store);
    expect(find(store, { terms: ['b'] })).toEqual(['old/b']);
  });

  it('are found in a folder that is read again because of a change by the server', () => {
    startAfresh(...TREE);
    const store = read();
    testRoot.createFiles('docs/new/deep/file', 'Fotos/unseen');
    refresh(store, at('/docs'), at('/nowhere'));
    expect(find(store, { within: at('/docs/new') })).toEqual([
      'docs/new/deep',
      'docs/new/deep/file',
    ]);
    expect(find(store, { terms: ['unseen'] })).toEqual([]);
  });

  it('are found when a file has become a folder, a folder a file, or one folder another', () => {
    startAfresh('a', 'b/in b', 'c/in c', 'd/in d');
    const store = read();
    rmSync(join(testRoot.path, 'a'));
    rmSync(join(testRoot.path, 'b'), { recursive: true });
    renameSync(join(testRoot.path, 'c'), join(testRoot.path, 'x'));
    renameSync(join(testRoot.path, 'd'), join(testRoot.path, 'c'));
    renameSync(join(testRoot.path, 'x'), join(testRoot.path, 'd'));
    testRoot.createFiles('a/in a', 'b');
    refresh(store);
    expect(inAnyOrder(find(store))).toEqual(pathsOnDisk());
  });

  it('are added after a position that a search took before', () => {
    startAfresh(...TREE);
    const store = read();
    const { mark } = store;
    expect(find(store, {}, mark)).toEqual([]);
    testRoot.createFiles('docs/new.txt');
    refresh(store);
    expect(find(store, {}, mark)).toEqual(['docs/new.txt']);
  });

  it('never make the index differ from the disk', () => {
    startAfresh(...TREE);
    const store = read();
    const random = randomNumbers(11);
    for (let round = 0; round < 40; round += 1) {
      for (let change = 0; change < 6; change += 1) changeSomething(random);
      const folders = pathsOnDisk().filter(() => random() % 3 === 0);
      refreshAll(store, {
        folders: [ROOT, ...folders.map((path) => at(`/${path}`))],
        isWhole: true,
      });
      if (round % 5 === 0) finish(compactNames(store, store.segments - 1));
      expect(inAnyOrder(find(store))).toEqual(pathsOnDisk());
      expect(store.names).toBe(pathsOnDisk().length);
    }
  });
});

it('frees the memory of removed names', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => `many/${'long '.repeat(40)}${index}`);
  startAfresh(...many, ...many.map((path) => path.replace('many', 'others')));
  const store = read();
  const { segments } = store;
  expect(segments).toBeGreaterThan(1);
  rmSync(join(testRoot.path, 'many'), { recursive: true });
  refresh(store);
  expect(store.dead).toBe(3_001);
  finish(compactNames(store, segments - 1));
  expect(store.dead).toBeLessThan(3_001);
  expect(inAnyOrder(find(store))).toEqual(pathsOnDisk());
});

function changeSomething(random: () => number): void {
  const paths = testRoot.listPaths();
  const folders = ['', ...paths.filter((path) => path.endsWith('/'))];
  const folder = folders[random() % folders.length] ?? '';
  const victim = paths[random() % paths.length];
  const name = `${folder}n${random() % 50}`;
  const isTaken = paths.includes(name) || paths.includes(`${name}/`);
  const kind = random() % 5;
  if (kind === 0 && victim) rmSync(join(testRoot.path, victim), { recursive: true });
  else if (isTaken) return;
  else if (kind === 1) mkdirSync(join(testRoot.path, name));
  else if (kind === 2 && victim && !name.startsWith(victim)) {
    renameSync(join(testRoot.path, victim), join(testRoot.path, name));
  } else writeFileSync(join(testRoot.path, name), '');
}

/** Generates the same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 8;
  };
}
