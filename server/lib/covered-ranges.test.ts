import { expect, test } from 'vitest';
import { CoveredRanges } from './covered-ranges.ts';

function coveredBy(...ranges: (readonly [number, number])[]): number {
  const covered = new CoveredRanges();
  for (const [start, end] of ranges) covered.add({ start, end });
  return covered.bytes;
}

test('counts overlaps once, and joins adjacent ranges', () => {
  expect(coveredBy()).toBe(0);
  expect(coveredBy([0, 9])).toBe(10);
  expect(coveredBy([0, 9], [0, 9], [3, 5])).toBe(10);
  expect(coveredBy([0, 4], [10, 14], [5, 9])).toBe(15);
  expect(coveredBy([20, 29], [0, 9], [5, 24])).toBe(30);
  expect(coveredBy([0, -1])).toBe(0);
});

test('more gaps than are kept apart never make it more than has come', () => {
  const covered = new CoveredRanges();
  for (let start = 0; start < 2_000; start += 10) covered.add({ start, end: start + 4 });
  expect(covered.bytes).toBe(64 * 5);
  covered.add({ start: 0, end: 1_999 });
  expect(covered.bytes).toBe(2_000);
});
