import { expect, test } from 'vitest';
import { chunkSizeOf, isWorthRetrying, retryDelays } from './upload-retry.ts';

test('the delays start at zero, double from one second and end at twenty', () => {
  expect(retryDelays(8)).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]);
});

test('a retry count of 0 or an invalid one means a single attempt', () => {
  expect([0, -3, 1.5, Number.NaN].map(retryDelays)).toEqual([[], [], [], []]);
});

test('the largest retry count is supported', () => {
  expect(retryDelays(65_535).at(-1)).toBe(20_000);
});

test('a chunk size of 0 sends a file at once, and an invalid one means 1 MiB', () => {
  expect(chunkSizeOf(10_485_760)).toBe(10_485_760);
  expect(chunkSizeOf(0)).toBe(Number.POSITIVE_INFINITY);
  expect([-1, 1.5, Number.NaN].map(chunkSizeOf)).toEqual([1_048_576, 1_048_576, 1_048_576]);
});

test('a lost connection, a lock, a changed offset, damage and a server error are retried', () => {
  for (const status of [0, 409, 423, 460, 500, 502, 503]) {
    expect(isWorthRetrying(status, { isCreation: false })).toBe(true);
  }
});

test('an existing name, a full disk and a refusal are not retried', () => {
  expect(isWorthRetrying(409, { isCreation: true })).toBe(false);
  for (const status of [400, 401, 403, 404, 413, 415, 507]) {
    expect(isWorthRetrying(status, { isCreation: false })).toBe(false);
  }
});
