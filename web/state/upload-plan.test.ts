import { expect, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { planUploads } from './upload-plan.ts';

const file = (relativePath: string, text = 'x') => ({ relativePath, file: new Blob([text]) });
const folder = (relativePath: string) => ({ relativePath, file: undefined });
const planned = (...items: Parameters<typeof planUploads>[1]) =>
  planUploads(ROOT, items).uploads.map(
    ({ relativePath, isFolder }) => relativePath + (isFolder ? '/' : ''),
  );
const refused = (...items: Parameters<typeof planUploads>[1]) =>
  planUploads(ROOT, items).refused.map(({ reason }) => reason);

test('missing parent folders are added before picked files', () => {
  expect(planned(file('a/b/1'), file('a/2'), file('a/b/3'))).toEqual([
    'a/',
    'a/b/',
    'a/b/1',
    'a/2',
    'a/b/3',
  ]);
});

test('empty folders are kept, and none is created twice', () => {
  expect(planned(folder('a'), folder('a/empty'), file('a/1'))).toEqual(['a/', 'a/empty/', 'a/1']);
});

test('a folder listed after its contents is created once, before them', () => {
  expect(planned(file('a/1'), folder('a'))).toEqual(['a/', 'a/1']);
});

test('unusual names are kept unchanged', () => {
  const names = ['100%', 'a#b?', 'new\nline', '😀', ' lead and trail ', '...', 'שלום', 'a\\b'];
  expect(planned(...names.map((name) => file(name)))).toEqual(names);
});

test('a name of 255 bytes is accepted, one of 256 is rejected alone', () => {
  const longest = 'é'.repeat(127) + 'x';
  expect(planned(file(longest), file(`${longest}x`), file('b'))).toEqual([longest, 'b']);
  expect(refused(file(`${longest}x`))).toEqual(['name-too-long']);
});

test('a path that is too long is rejected', () => {
  expect(refused(file(Array.from({ length: 30 }, () => 'x'.repeat(200)).join('/')))).toEqual([
    'path-too-long',
  ]);
});

test('names that could be a path or a temporary file are rejected', () => {
  const bad = ['.', '..', 'a/../b', 'a//b', 'nul\0', '\ud800', '.filebrowser-1.part'];
  expect(refused(...bad.map((name) => file(name)))).toEqual(bad.map(() => 'invalid-name'));
});

test('a folder with an invalid name is rejected with its contents', () => {
  const long = 'x'.repeat(256);
  expect(refused(folder(long), file(`${long}/a`))).toEqual(['name-too-long', 'name-too-long']);
});

test('a file that cannot be opened is reported, not taken for a folder', () => {
  const item = { relativePath: 'gone', file: undefined, isUnreadable: true };
  expect(planned(item)).toEqual([]);
  expect(refused(item)).toEqual(['unreadable']);
});
