import { expect, test } from 'vitest';
import { numberColumns } from './number-columns.ts';

test('columns of numbers are found, whatever their separators', () => {
  const rows = [
    ['January', '3200', '-1,150.50', '12 %', '€ 4', '2025-03-12', '1.2.3-beta', ''],
    ['7', '', '1.150,50', '3%', '4 €', '2025-03-13', '1.2.4', ''],
    ['May', '0', "12'000", '+5 %', '$5', '2025-03-14', '2', ''],
  ];
  expect([...numberColumns(rows, 8)]).toEqual([1, 2, 3, 4]);
});

test('a short row does not count', () => {
  expect([...numberColumns([['a', '1'], ['b']], 2)]).toEqual([1]);
  expect([...numberColumns([], 2)]).toEqual([]);
});
