import { expect, test } from 'vitest';
import { stemLength } from './stem-length.ts';

test.each([
  ['report.pdf', 'report'],
  ['archive.tar.gz', 'archive'],
  ['my.notes.txt', 'my.notes'],
  ['.bashrc', '.bashrc'],
  ['.config.json', '.config'],
  ['.tar.gz', '.tar'],
  ['README', 'README'],
])('of %s, %s is what one wants to type over', (name, stem) => {
  expect(name.slice(0, stemLength({ name, isDir: false }))).toBe(stem);
});

test('a folder has no extension, whatever its name', () => {
  expect(stemLength({ name: 'v1.2', isDir: true })).toBe(4);
});
