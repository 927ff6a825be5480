import { describe, expect, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { type ConflictChoice, findConflicts, settleConflicts } from './upload-conflicts.ts';
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
  new Map(paths.map((path) => [path.replace(/\/$/, ''), { isFolder: path.endsWith('/') }]));
const settled = (
  uploads: ReturnType<typeof plan>,
  there: ReturnType<typeof existing>,
  choices: Record<string, ConflictChoice>,
) =>
  settleConflicts(uploads, there, new Map(Object.entries(choices))).map(
    ({ relativePath, overwrite }) => relativePath + (overwrite ? ' (replaces)' : ''),
  );

describe('finding', () => {
  test('a folder that meets a folder is no conflict, but a file in it may be', () => {
    expect(findConflicts(plan('a/', 'a/1', 'a/2'), existing('a/', 'a/1'))).toEqual([
      { relativePath: 'a/1', isFolder: false, isReplaceable: true },
    ]);
  });

  test('a file never takes the place of a folder, nor a folder that of a file', () => {
    expect(findConflicts(plan('a', 'b/', 'b/1'), existing('a/', 'b'))).toEqual([
      { relativePath: 'a', isFolder: false, isReplaceable: false },
      { relativePath: 'b', isFolder: true, isReplaceable: false },
    ]);
  });
});

describe('settling', () => {
  test('skipping leaves out the one, and with a folder all that is in it', () => {
    expect(settled(plan('a', 'b/', 'b/1', 'c'), existing('a', 'b'), { a: 'skip' })).toEqual(['c']);
  });

  test('replacing marks the one file', () => {
    expect(settled(plan('a', 'b'), existing('a'), { a: 'replace' })).toEqual(['a (replaces)', 'b']);
  });

  test('keeping both takes the first free number, before the last dot', () => {
    const there = existing('x.tar.gz', 'x.tar(1).gz', '.env');
    expect(
      settled(plan('x.tar.gz', '.env'), there, { 'x.tar.gz': 'rename', '.env': 'rename' }),
    ).toEqual(['x.tar(2).gz', '.env(1)']);
  });

  test('a new name is not given to two, nor taken from another upload', () => {
    expect(settled(plan('a.txt', 'a(1).txt'), existing('a.txt'), { 'a.txt': 'rename' })).toEqual([
      'a(2).txt',
      'a(1).txt',
    ]);
  });

  test('a folder that gets a new name takes its contents along', () => {
    expect(
      settled(plan('v1.0/', 'v1.0/d/', 'v1.0/d/1'), existing('v1.0'), { 'v1.0': 'rename' }),
    ).toEqual(['v1.0(1)', 'v1.0(1)/d', 'v1.0(1)/d/1']);
  });

  test('folders that are there already are not made again', () => {
    expect(settled(plan('a/', 'a/b/', 'a/b/1'), existing('a/'), {})).toEqual(['a/b', 'a/b/1']);
  });

  test('a replacement that is impossible is left out', () => {
    expect(settled(plan('a'), existing('a/'), { a: 'replace' })).toEqual([]);
  });
});
