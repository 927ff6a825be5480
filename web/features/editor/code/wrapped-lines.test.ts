import { expect, test } from 'vitest';
import { columnsOf } from './wrapped-lines.ts';

test.each([
  ['', 0],
  ['a  b', 0],
  ['    a', 4],
  ['\ta', 4],
  ['  \t a', 5],
  ['- [x] a', 2],
  ['  12. a', 6],
  ['-a', 0],
  [' '.repeat(40), 16],
  ['\t'.repeat(9), 16],
])('the continuation of %j starts at column %i', (text, columns) => {
  expect(columnsOf(text, 4)).toBe(columns);
});
