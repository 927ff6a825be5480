import { expect, test } from 'vitest';
import { shortened } from './shortened.ts';

test('keeps short text, and of long text the beginning and the end', () => {
  expect(shortened('/docs/a.txt', 11)).toBe('/docs/a.txt');
  expect(shortened('/docs/deep/a.txt', 10)).toBe('/do…/a.txt');
});

test('never returns half a character', () => {
  expect(shortened('😀'.repeat(20), 10).isWellFormed()).toBe(true);
});
