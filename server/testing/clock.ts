import { onTestFinished, vi } from 'vitest';

/** Sets the clock of this process forward until the test ends. `Date` stands still from then on; timers run as before. */
export function setClockForward(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}
