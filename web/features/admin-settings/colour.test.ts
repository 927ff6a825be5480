import { expect, test } from 'vitest';
import { isColour, sixDigits } from './colour.ts';

test('colours have hexadecimal digits', () => {
  expect(['', '#fff', '#FFFA', '#2979ff', '#2979ff80'].every(isColour)).toBe(true);
  expect(['red', '2979ff', '#29', '#29797', '#2979fg', '#fff;'].some(isColour)).toBe(false);
});

test('a colour picker gets six digits', () => {
  expect(sixDigits('#Abc')).toBe('#aabbcc');
  expect(sixDigits('#abc8')).toBe('#aabbcc');
  expect(sixDigits('#12345678')).toBe('#123456');
  expect(sixDigits('')).toBe('#2979ff');
  expect(sixDigits('re')).toBe('#2979ff');
});
