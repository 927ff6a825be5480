import { expect, test } from 'vitest';
import { swipeOf } from './swipe.ts';

test('swiping against the reading direction shows the next file', () => {
  expect(swipeOf(-120, 10, false)).toBe('next');
  expect(swipeOf(120, -10, false)).toBe('previous');
});

test('in right-to-left text, the directions are mirrored', () => {
  expect(swipeOf(120, 0, true)).toBe('next');
  expect(swipeOf(-120, 0, true)).toBe('previous');
});

test('taps, short and vertical movements are not swipes', () => {
  expect(swipeOf(0, 0, false)).toBeUndefined();
  expect(swipeOf(40, 0, false)).toBeUndefined();
  expect(swipeOf(-80, 60, false)).toBeUndefined();
});
