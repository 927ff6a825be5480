import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test.each([
  ['2h30m', 9_000_000],
  ['1.5h', 5_400_000],
  ['90s', 90_000],
  ['30d', 2_592_000_000],
  ['1d12h', 129_600_000],
  ['.5s', 500],
  ['1500us', 2],
  ['0', 0],
])('%s lasts %i ms', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(['', 'soon', '5', '2 h', '-2h', '2h30', 'h', '1h!', '2H', '9'.repeat(20) + 'h'])(
  '"%s" is no duration',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);
