import { expect, test } from 'vitest';
import { CsvError, readCsv } from './csv.ts';

function cells(text: string) {
  return readCsv(text).map((record) => record.cells);
}

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r1,2\r',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['\uFEFFa,b\n', [['a', 'b']]],
  [
    'a,b\n,\n',
    [
      ['a', 'b'],
      ['', ''],
    ],
  ],
  [
    'a,b\n1,',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'a,b\n\n\n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '"a","b"\n"x, ""y""","two\r\nlines"\n',
    [
      ['a', 'b'],
      ['x, "y"', 'two\r\nlines'],
    ],
  ],
  [
    'a;b\n"1;2";3,4\n',
    [
      ['a', 'b'],
      ['1;2', '3,4'],
    ],
  ],
  [
    'a\tb\n1\t2;3\n',
    [
      ['a', 'b'],
      ['1', '2;3'],
    ],
  ],
  ['a, b \n', [['a', ' b ']]],
  ['', []],
])('%j is read', (text, expected) => {
  expect(cells(text)).toEqual(expected);
});

test('a record is where it begins, also after cells of several lines and empty lines', () => {
  const text = 'a,b\r\n"1\r\n2",3\r\n\r\n4,5\n';
  expect(readCsv(text).map(({ line }) => line)).toEqual([1, 2, 5]);
});

test.each([
  ['a,b\n"1,2\n', 2],
  ['a,b\n1,2\n3,x"y"\n', 3],
  ['a,b\n"1\n2"x,3\n', 2],
])('%j has a mistake in line %i', (text, line) => {
  expect(() => readCsv(text)).toThrow(CsvError);
  expect(() => readCsv(text)).toThrow(expect.objectContaining({ line }));
});

test('a large cell in quotes is read', () => {
  const long = 'x""y'.repeat(500_000);
  expect(cells(`"${long}",b`)).toEqual([['x"y'.repeat(500_000), 'b']]);
});
