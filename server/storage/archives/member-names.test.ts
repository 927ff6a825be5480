import { expect, test } from 'vitest';
import { withUniqueNames } from './member-names.ts';

test('names that would be the same in an archive get numbers, others stay', () => {
  const names = ['a\\b.txt', 'a_b.txt', 'a_b(1).txt', 'other', 'x\\', '_'];
  const shown = withUniqueNames(names).map((each) => [each.name, each.shown]);

  expect(Object.fromEntries(shown)).toEqual({
    'a\\b.txt': 'a_b(2).txt',
    'a_b.txt': 'a_b.txt',
    'a_b(1).txt': 'a_b(1).txt',
    other: 'other',
    'x\\': 'x_',
    _: '_',
  });
});

test.each([
  ['C:y', 'C_y'],
  ['10:30 a<b>c"d|e?f*g', '10:30 a<b>c"d|e?f*g'],
  ['red\u001B[31m\nnew line\u0085\u007F', 'red_[31m_new line__'],
  ['exe.\u202Etxt\u2069\u200F', 'exe._txt__'],
  ['line\u2028paragraph\u2029', 'line_paragraph_'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['Com1.tar.gz', '_Com1.tar.gz'],
  ['LPT³', '_LPT³'],
  ['aux .txt', '_aux .txt'],
  ['dots...', 'dots___'],
  ['blank ', 'blank_'],
  ['console.log', 'console.log'],
  ['COM10', 'COM10'],
  ['.hidden', '.hidden'],
  ['Ünïcödé 文件 😀 (1)', 'Ünïcödé 文件 😀 (1)'],
])('%j is %j in an archive', (name, shown) => {
  expect(withUniqueNames([name])).toEqual([{ name, shown }]);
});

test('names that become the same when they are made safe get numbers', () => {
  const names = ['a:', 'a\\', 'a_', 'a.', 'NUL', '_NUL'];
  const shown = withUniqueNames(names).map((each) => each.shown);
  expect(new Set(shown).size).toBe(names.length);
  expect(shown).toContain('a_');
  expect(shown).toContain('_NUL');
});

test('a folder of names that all become the same one is numbered in linear time', () => {
  const digits = (number: number) => number.toString(2).padStart(16, '0');
  const names = Array.from({ length: 65_536 }, (_, number) =>
    digits(number).replaceAll('0', '\\').replaceAll('1', '_'),
  );
  const shown = withUniqueNames(names).map((each) => each.shown);

  expect(new Set(shown).size).toBe(names.length);
});
