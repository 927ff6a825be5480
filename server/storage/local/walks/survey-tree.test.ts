import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type SurveyInput, surveyTree } from './survey-tree.ts';
import { entryAt, finish, noProgress, openTestRoot, createDeep } from './walks.test-tools.ts';
import { at } from '../../driver.test-tools.ts';

const { path, root, createFiles } = openTestRoot();

function survey(way: string, more: Partial<SurveyInput> = {}, progress = noProgress()) {
  const input: SurveyInput = {
    entry: entryAt(way),
    isVisible: undefined,
    refused: 'fails',
    ...more,
  };
  return finish(surveyTree(root, input, progress));
}

test('counts everything below a folder, symlinks and FIFOs as others', () => {
  createFiles('docs/a', 'docs/sub/bb', 'docs/empty/', 'docs/.filebrowser-x.part');
  symlinkSync('/etc', join(path, 'docs/link'));
  symlinkSync('docs', join(path, 'docs/circle'));
  execFileSync('mkfifo', [join(path, 'docs/fifo')]);
  const progress = noProgress();
  const counted = { files: 2, folders: 3, others: 3, bytes: 6 + 11 };
  expect(survey('/docs', {}, progress)).toEqual(counted);
  expect(progress).toEqual({ entries: 8, bytes: 17 });
  expect(survey('/docs/a')).toEqual({ files: 1, folders: 0, others: 0, bytes: 6 });
  expect(() => survey('/nothing')).toThrow('nothing of this name');
});

test('fails at an invisible entry, or skips it with everything below', () => {
  createFiles('filter/seen', 'filter/denied/inner');
  const isVisible = (below: string) => below !== 'denied';
  expect(() => survey('/filter', { isVisible })).toThrow('may not be seen');
  const passedOver = { isVisible, refused: 'skips' } as const;
  expect(survey('/filter', passedOver)).toMatchObject({ files: 1, folders: 1 });
  expect(survey('/filter', { ...passedOver, isVisible: () => false })).toMatchObject({
    folders: 0,
  });
});

test('a folder that may not be read fails the survey, or is passed over', (context) => {
  if (process.getuid?.() === 0) return context.skip('root may read everything');
  createFiles('closed/sub/a', 'closed/b');
  chmodSync(join(path, 'closed/sub'), 0);
  expect(() => survey('/closed')).toThrow('EACCES');
  expect(survey('/closed', { refused: 'skips' })).toMatchObject({ files: 1, folders: 2 });
  chmodSync(join(path, 'closed/sub'), 0o700);
});

test('before two folders are merged it is seen that no file meets a folder', () => {
  createFiles('from/a', 'from/sub/x', 'from/sub/deep/y', 'into/a', 'into/sub/x', 'into/other/');
  const mergesInto = at('/into');
  expect(survey('/from', { mergesInto })).toMatchObject({ files: 3 });
  createFiles('into/sub/deep');
  expect(() => survey('/from', { mergesInto })).toThrow('a file with the name deep is in the way');
  createFiles('from2/sub/x', 'into2/sub/x/');
  expect(() => survey('/from2', { mergesInto: at('/into2') })).toThrow('folder with the name x');
  createFiles('from3/x/', 'into3/');
  symlinkSync('/etc', join(path, 'into3/x'));
  expect(() => survey('/from3', { mergesInto: at('/into3') })).toThrow('in the way');
});

test('names that are no UTF-8 are gone into like others', () => {
  createFiles('bytes/');
  const folder = Buffer.concat([Buffer.from(`${path}/bytes/`), Buffer.from([0xff])]);
  mkdirSync(folder);
  writeFileSync(Buffer.concat([folder, Buffer.from([0x2f, 0xfe])]), 'xyz');
  expect(survey('/bytes')).toEqual({ files: 1, folders: 2, others: 0, bytes: 3 });
});

test('depth is no limit', () => {
  createDeep(join(path, 'deep'), 300);
  expect(survey('/deep')).toEqual({ files: 300, folders: 301, others: 0, bytes: 300 });
  execFileSync('rm', ['-r', join(path, 'deep')]);
});
