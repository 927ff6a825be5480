import { expect, test } from 'vitest';
import { stepsAhead } from './steps-ahead.ts';

test('a file that is only passed does not call the further steps off', () => {
  expect(stepsAhead(['a', 'b', 'c', 'd'], 'b')).toEqual(['b', 'c', 'd']);
});

test('there and back again ends where the last step leads to', () => {
  expect(stepsAhead(['a', 'b', 'a'], 'b')).toEqual(['b', 'a']);
});

test('nothing is ahead at the end of the way', () => {
  expect(stepsAhead(['a', 'b', 'c'], 'c')).toEqual(['c']);
});

test('whoever goes elsewhere steps on from there', () => {
  expect(stepsAhead(['a', 'b'], 'x')).toEqual(['x']);
});
