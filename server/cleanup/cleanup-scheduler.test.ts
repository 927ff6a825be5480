import { afterEach, expect, test, vi } from 'vitest';
import { CleanupScheduler } from './cleanup-scheduler.ts';
import { createLogger } from '../logger.ts';

afterEach(() => void vi.useRealTimers());

test('each chore is done at the start and at its own pace; one that fails is tried again', async () => {
  vi.useFakeTimers();
  const done: string[] = [];
  let isBroken = false;
  const house = new CleanupScheduler(
    [
      {
        what: 'crumbs',
        everyMs: 10,
        remove: async () => {
          done.push('crumbs');
          if (isBroken) throw new Error('the broom is broken');
        },
      },
      { what: 'dust', everyMs: 25, remove: async () => void done.push('dust') },
    ],
    { log: createLogger({ kind: 'off' }) },
  );
  await house.begin();
  expect(done).toEqual(['crumbs', 'dust']);
  isBroken = true;
  await vi.advanceTimersByTimeAsync(30);
  expect(done.slice(2)).toEqual(['crumbs', 'crumbs', 'dust', 'crumbs']);
  house.stop();
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toHaveLength(6);
});
