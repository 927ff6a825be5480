import { expect, test } from 'vitest';
import { formatDuration } from './duration.ts';

test.each([
  [0.4, '1 sec'],
  [34, '34 sec'],
  [60, '1 min'],
  [61, '2 min'],
  [3_600, '1 hr'],
  [4_800, '1 hr 20 min'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds, 'en')).toBe(text);
});
