import { setTimeout as delay } from 'node:timers/promises';

const REPEAT_AFTER_MS = 1_000;

/**
 * Does work that must be done some time. Resolves after the first attempt and never rejects: work that fails is repeated each second in the
 * background, until it succeeds or `isNeeded` returns false.
 */
export async function untilDone(
  work: () => Promise<unknown>,
  isNeeded: () => boolean = () => true,
): Promise<void> {
  await work().catch(() => void repeat(work, isNeeded));
}

async function repeat(work: () => Promise<unknown>, isNeeded: () => boolean): Promise<void> {
  for (;;) {
    await delay(REPEAT_AFTER_MS, undefined, { ref: false });
    if (!isNeeded()) return;
    try {
      await work();
      return;
    } catch {
      // The next attempt may succeed.
    }
  }
}
