import type { Locator, Page } from '@playwright/test';
import { boxOf } from './box-of.ts';

/** Duration of a long press. Milliseconds. */
const REST_MS = 650;

/** Presses an element with one finger for a long time. */
export async function longPress(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await boxOf(target);
  const browser = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + Math.min(120, box.width / 2), y: box.y + box.height / 2 }];
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(REST_MS);
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await browser.detach();
}
