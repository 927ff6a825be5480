import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPatiently } from './load-patiently.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a load that fails is repeated', async () => {
  const load = vi.fn(async () => 'part');
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const loaded = loadPatiently(load);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await loaded).toBe('part');
  expect(load).toHaveBeenCalledTimes(2);
});

test('the failure is reported after the last try', async () => {
  const load = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));
  const loaded = loadPatiently(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await loaded).toBeInstanceOf(TypeError);
  expect(load).toHaveBeenCalledTimes(4);
});
