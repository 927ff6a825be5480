import { expect, test } from 'vitest';
import { swipeOf } from './swipe.ts';

test('the next file comes when the finger goes against the direction of reading', () => {
  expect(swipeOf(-120, 10, false)).toBe('next');
  expect(swipeOf(120, -10, false)).toBe('previous');
});

test('where one reads from right to left, the directions are mirrored', () => {
  expect(swipeOf(120, 0, true)).toBe('next');
  expect(swipeOf(-120, 0, true)).toBe('previous');
});

test('a tap, a short way and a way that is rather up or down are no swipes', () => {
  expect(swipeOf(0, 0, false)).toBeUndefined();
  expect(swipeOf(40, 0, false)).toBeUndefined();
  expect(swipeOf(-80, 60, false)).toBeUndefined();
});
