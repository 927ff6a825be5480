import { expect, test, vi } from 'vitest';
import { untilDone } from './until-done.ts';

test('work that fails is repeated until it succeeds, and only its first attempt is waited for', async () => {
  const work = vi.fn(() => Promise.resolve());
  work.mockRejectedValueOnce(new Error('no'));
  await untilDone(work);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.waitUntil(() => work.mock.calls.length === 2, { timeout: 5_000 });
});

test('work that is not needed any more is not repeated', async () => {
  const work = vi.fn(() => Promise.reject(new Error('no')));
  const isNeeded = vi.fn(() => false);
  await untilDone(work, isNeeded);
  await vi.waitUntil(() => isNeeded.mock.calls.length === 1, { timeout: 5_000 });
  expect(work).toHaveBeenCalledTimes(1);
});
