import { expect, test } from 'vitest';
import { stepsAhead } from './steps-ahead.ts';

test('a file on the way keeps the later steps', () => {
  expect(stepsAhead(['a', 'b', 'c', 'd'], 'b')).toEqual(['b', 'c', 'd']);
});

test('going forth and back ends at the last target', () => {
  expect(stepsAhead(['a', 'b', 'a'], 'b')).toEqual(['b', 'a']);
});

test('the last target leaves no steps', () => {
  expect(stepsAhead(['a', 'b', 'c'], 'c')).toEqual(['c']);
});

test('an unrelated file starts over', () => {
  expect(stepsAhead(['a', 'b'], 'x')).toEqual(['x']);
});
