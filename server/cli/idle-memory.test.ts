import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { returnMemoryWhenIdle } from './idle-memory.ts';
import { returnMemory } from './return-memory.ts';

const EVERY_MS = 500;
/** Looks rarely, because the process counts as busy above 5 % of a processor. */
const LOOK = { interval: 400 };

/** Uses a processor for 600 ms, as a load of requests does. */
function useProcessor(): void {
  const start = process.cpuUsage();
  while (process.cpuUsage(start).user < 600_000);
}

test('memory is returned once after each load', async () => {
  let returns = 0;
  onTestFinished(returnMemoryWhenIdle(EVERY_MS, async () => void (returns += 1)));
  useProcessor();
  await expect.poll(() => returns, LOOK).toBe(1);
  await delay(3 * EVERY_MS);
  expect(returns).toBe(1);

  useProcessor();
  await expect.poll(() => returns, LOOK).toBe(2);
});

test('returning memory leaves objects in use as they are', async () => {
  const kept = Array.from({ length: 100 }, (_, index) => Buffer.alloc(10_000, index));
  await returnMemory();
  expect(kept.every((block, index) => block.every((byte) => byte === index))).toBe(true);
});
