import { expect, test } from 'vitest';
import { mapLimited } from './map-limited.ts';

test('results are in the order of their items, whichever was ready first, and no more than the limit run', async () => {
  let running = 0;
  let most = 0;
  const results = await mapLimited([5, 1, 4, 2, 3], 2, async (ticks) => {
    running += 1;
    most = Math.max(most, running);
    for (let tick = 0; tick < ticks; tick += 1) await new Promise(setImmediate);
    running -= 1;
    return ticks * 10;
  });

  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
});

test('nothing to do is done at once', async () => {
  expect(await mapLimited([], 4, () => Promise.reject(new Error('never asked')))).toEqual([]);
});

test('rejects with a failure', async () => {
  const failing = mapLimited([1, 2, 3], 2, (item) =>
    item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item),
  );
  await expect(failing).rejects.toThrow('two');
});
