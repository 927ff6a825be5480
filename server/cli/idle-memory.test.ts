import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { returnMemoryWhenIdle } from './idle-memory.ts';

const MB = 1e6;
const EVERY_MS = 1_000;

/** Leaves 100 MB of free memory between blocks in use, as many small requests do. Returns the blocks in use. */
function fragmentMemory(): readonly Buffer[] {
  const blocks = Array.from({ length: 100_000 }, () => Buffer.allocUnsafeSlow(1_000).fill(1));
  return blocks.filter((_, index) => index % 1_000 === 0);
}

test('memory of a load is returned to the system once the process is idle', async () => {
  const kept = fragmentMemory();
  const under = process.memoryUsage.rss();
  await delay(2 * EVERY_MS);
  expect(process.memoryUsage.rss()).toBeGreaterThan(under - 20 * MB);

  onTestFinished(returnMemoryWhenIdle(EVERY_MS));
  await delay(2 * EVERY_MS);
  await expect
    .poll(() => process.memoryUsage.rss(), { timeout: 30_000, interval: EVERY_MS })
    .toBeLessThan(under - 70 * MB);
  expect(kept).toHaveLength(100);
});
