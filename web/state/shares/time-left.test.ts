import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nextEnd, timeLeft } from './time-left.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [0, 'permanent'],
  [999, 'ended'],
  [1_000, 'ended'],
  [1_059, 'almost-over'],
  [1_060, 'ahead'],
  [185_542_588_186_752, 'permanent'],
] as const)('a link until %i, at 1000, is %s', (expire, left) => {
  expect(timeLeft({ expire }, 1_000)).toBe(left);
});

test('shares are reloaded when the next one expires', () => {
  expect(nextEnd([{ expire: 0 }, { expire: 1_300 }, { expire: 1_120 }])).toBe(121_000);
});

test('permanent shares are not reloaded', () => {
  expect(nextEnd([{ expire: 0 }])).toBe(false);
});

test('a share that expired by the local clock only is not reloaded constantly', () => {
  expect(nextEnd([{ expire: 400 }])).toBe(10_000);
});

test('a far expiry does not exceed the range of timers', () => {
  expect(nextEnd([{ expire: 9_999_999_999 }])).toBe(3_600_000);
});
