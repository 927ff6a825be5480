import { expect, it } from 'vitest';
import { columnLetters, columnWidths, estimatedWidth } from './column-widths.ts';

it('fits the longest cell of a column, within limits', () => {
  const [id = 0, name = 0, remark = 0, none = 0] = columnWidths(
    [
      ['1', 'Anna Andersson', 'x'.repeat(500)],
      ['2', 'Bert'],
    ],
    4,
    estimatedWidth,
  );
  expect(id).toBe(64);
  expect(name).toBeGreaterThan(120);
  expect(remark).toBe(360);
  expect(none).toBe(64);
});

it('counts East Asian characters twice', () => {
  const [latin = 0, asian = 0] = columnWidths(
    [['abcdefgh', '漢字漢字漢字漢字']],
    2,
    estimatedWidth,
  );
  expect(asian).toBeGreaterThan(latin * 1.5);
});

it('names columns as spreadsheets do', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
  ]);
});
