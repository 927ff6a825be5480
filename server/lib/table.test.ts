import { expect, test } from 'vitest';
import { table } from './table.ts';

test('columns are as wide as their widest cell, and no line ends in blanks', () => {
  expect(
    table([
      ['ID', 'Name', 'Scope'],
      ['1', 'administrator', '/'],
      ['12', 'bo', ''],
    ]),
  ).toBe('ID  Name           Scope\n1   administrator  /\n12  bo');
});

test('wide characters count two columns, and marks none', () => {
  expect(
    table([
      ['日本語', 'x'],
      ['cafe\u0301', 'x'],
      ['📁', 'x'],
      ['abcdef', 'x'],
    ]).split('\n'),
  ).toEqual(['日本語  x', 'cafe\u0301    x', '📁      x', 'abcdef  x']);
});

test('escapes characters that would move the cursor or change the direction of text', () => {
  expect(table([['a\u001b[2Jb\n', 'x\u202ey']])).toBe('a\\u001b[2Jb\\u000a  x\\u202ey');
});
