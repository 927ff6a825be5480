import { errors, type Page } from '@playwright/test';

/** Time after which requests that are still open are those that stay open, such as the stream of events. Milliseconds. */
const LONGEST_MS = 6_000;

/** Waits until the page has what it asked for. */
export async function untilLoaded(page: Page): Promise<void> {
  try {
    await page.waitForLoadState('networkidle', { timeout: LONGEST_MS });
  } catch (reason) {
    if (!(reason instanceof errors.TimeoutError)) throw reason;
  }
}
