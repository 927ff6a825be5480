import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/**
 * Stops `setTimeout` until the end of the test. Returns a function that lets milliseconds pass for the page. Until then, a test
 * sends events with `fireEvent` and reads the page with `getBy…`: user events, `findBy…` and `waitFor` use timers themselves.
 */
export function stopTimers(): (ms: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return async (ms) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
  };
}

/**
 * Stops `Date` and the time of events until the end of the test, so that double clicks and typing count as fast on a busy machine.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}
