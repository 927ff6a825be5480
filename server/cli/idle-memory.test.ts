import { expect, onTestFinished, test, vi } from 'vitest';
import { returnMemoryWhenIdle } from './idle-memory.ts';
import { returnMemory } from './return-memory.ts';

test('memory is returned once after each load, and never during one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let returns = 0;
  let cpuMs = 0;
  const release = async () => void (returns += 1);
  let heldBytes = 100_000_000;
  const sources = { usedCpuMs: () => cpuMs, heldBytes: () => heldBytes };
  onTestFinished(returnMemoryWhenIdle({ release, ...sources }));
  const pass = async (usedMs: number): Promise<number> => {
    cpuMs += usedMs;
    await vi.advanceTimersByTimeAsync(1_000);
    return returns;
  };

  expect(await pass(30)).toBe(0);
  expect(await pass(4_000)).toBe(0);
  expect(await pass(300)).toBe(0);
  expect(await pass(10)).toBe(0);
  expect(await pass(10)).toBe(1);
  expect(await pass(10)).toBe(1);
  expect(await pass(2_000)).toBe(1);
  expect(await pass(10)).toBe(1);
  // A pause of less than two seconds between two requests is not idleness.
  expect(await pass(300)).toBe(1);
  expect(await pass(10)).toBe(1);
  expect(await pass(10)).toBe(2);
  // Growth is a reason, too; what is still in use after the return is none.
  heldBytes += 20_000_000;
  expect(await pass(10)).toBe(2);
  heldBytes += 20_000_000;
  expect(await pass(10)).toBe(3);
  expect(await pass(10)).toBe(3);
});

test('returning memory leaves objects in use as they are', async () => {
  const kept = Array.from({ length: 100 }, (_, index) => Buffer.alloc(10_000, index));
  await returnMemory();
  expect(kept.every((block, index) => block.every((byte) => byte === index))).toBe(true);
});
