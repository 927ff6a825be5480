import { describe, expect, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import {
  choicesFor,
  findConflicts,
  settleConflicts,
  type UploadChoice,
} from './upload-conflicts.ts';
import { planUploads } from './upload-plan.ts';

const plan = (...paths: string[]) =>
  planUploads(
    ROOT,
    paths.map((path) =>
      path.endsWith('/')
        ? { relativePath: path.slice(0, -1), file: undefined }
        : { relativePath: path, file: new Blob(['x']) },
    ),
  ).uploads;
const existing = (...paths: string[]) =>
  new Map(
    paths.map((path) => [
      path.replace(/\/$/, ''),
      { isFolder: path.endsWith('/'), size: 1, modified: '2026-01-02T03:04:05Z' },
    ]),
  );
const settled = (
  uploads: ReturnType<typeof plan>,
  there: ReturnType<typeof existing>,
  choices: Record<string, UploadChoice>,
) =>
  settleConflicts(uploads, there, new Map(Object.entries(choices))).map(
    ({ relativePath, overwrite }) => relativePath + (overwrite ? ' (replaces)' : ''),
  );

describe('finding', () => {
  test('a folder is one question, whatever its contents', () => {
    const uploads = plan('a/', 'a/b/', 'a/b/1', 'a/2', 'a/3');
    const found = findConflicts(uploads, existing('a/', 'a/b/', 'a/b/1', 'a/2'));
    expect(found).toMatchObject([{ name: 'a', remedy: 'merge', takenInside: 2 }]);
  });

  test('a file and a folder never replace each other', () => {
    expect(findConflicts(plan('a', 'b/', 'b/1'), existing('a/', 'b'))).toMatchObject([
      { name: 'a', remedy: undefined },
      { name: 'b', remedy: undefined },
    ]);
  });

  test('free names are not asked about', () => {
    expect(findConflicts(plan('a', 'b/', 'b/1'), existing('c', 'd/'))).toEqual([]);
  });
});

describe('choosing', () => {
  const choices = (path: string, there: string[], mayReplace = true) =>
    findConflicts(plan(path), existing(...there)).map((one) => choicesFor(one, mayReplace));

  test('a file can be kept beside, replaced or skipped', () => {
    expect(choices('a', ['a'])).toEqual([['rename', 'replace', 'skip']]);
    expect(choices('a', ['a'], false)).toEqual([['rename', 'skip']]);
    expect(choices('a', ['a/'])).toEqual([['rename', 'skip']]);
  });

  test('a folder can be merged, and its files replaced', () => {
    expect(choices('a/1', ['a/', 'a/1'])).toEqual([['rename', 'replace', 'add', 'skip']]);
    expect(choices('a/1', ['a/', 'a/1'], false)).toEqual([['rename', 'add', 'skip']]);
    expect(choices('a/1', ['a/'])).toEqual([['rename', 'add', 'skip']]);
  });
});

describe('settling', () => {
  test('skipping a folder skips its contents', () => {
    expect(settled(plan('a', 'b/', 'b/1', 'c'), existing('a', 'b/'), { a: 'skip' })).toEqual(['c']);
  });

  test('replacing marks the file', () => {
    expect(settled(plan('a', 'b'), existing('a'), { a: 'replace' })).toEqual(['a (replaces)', 'b']);
  });

  test('keeping both uses the first free number before the extension', () => {
    const there = existing('x.tar.gz', 'x.tar(1).gz', '.env');
    expect(
      settled(plan('x.tar.gz', '.env'), there, { 'x.tar.gz': 'rename', '.env': 'rename' }),
    ).toEqual(['x.tar(2).gz', '.env(1)']);
  });

  test('a new name is unique among all uploads', () => {
    expect(settled(plan('a.txt', 'a(1).txt'), existing('a.txt'), { 'a.txt': 'rename' })).toEqual([
      'a(2).txt',
      'a(1).txt',
    ]);
  });

  test('a renamed folder takes its contents along', () => {
    expect(
      settled(plan('v1.0/', 'v1.0/d/', 'v1.0/d/1'), existing('v1.0/', 'v1.0/d/', 'v1.0/d/1'), {
        'v1.0': 'rename',
      }),
    ).toEqual(['v1.0(1)', 'v1.0(1)/d', 'v1.0(1)/d/1']);
  });

  const uploads = plan('a/', 'a/b/', 'a/b/1', 'a/2', 'a/new/', 'a/new/3');
  const there = existing('a/', 'a/b/', 'a/b/1', 'a/2');

  test('merged folders are not created again, and their files are replaced', () => {
    expect(settled(uploads, there, { a: 'replace' })).toEqual([
      'a/b/1 (replaces)',
      'a/2 (replaces)',
      'a/new',
      'a/new/3',
    ]);
  });

  test('adding to a folder uploads only missing files', () => {
    expect(settled(uploads, there, { a: 'add' })).toEqual(['a/new', 'a/new/3']);
  });

  test('a nested folder that conflicts with a file is kept beside it', () => {
    expect(settled(plan('a/', 'a/b/', 'a/b/1'), existing('a/', 'a/b'), { a: 'replace' })).toEqual([
      'a/b(1)',
      'a/b(1)/1',
    ]);
  });

  test('an impossible replacement keeps both', () => {
    expect(settled(plan('a'), existing('a/'), { a: 'replace' })).toEqual(['a(1)']);
  });

  test('ten thousand conflicts are resolved quickly', () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `a/${index}`);
    const result = settled(plan('a/', ...paths), existing('a/', ...paths), { a: 'replace' });
    expect(result).toHaveLength(10_000);
  });
});
