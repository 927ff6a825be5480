import type { Locator, Page } from '@playwright/test';
import { boxOf } from './box-of.ts';

/** Duration of a long press. Milliseconds. */
const REST_MS = 650;
/**
 * Time for which a finger stands still before it leaves. A faster one flings, and browsers take a touch during a fling for the wish to
 * stop it: the next tap would be no click. Milliseconds.
 */
const STILL_MS = 200;
/** Number of movements of a swipe. */
const STEPS = 20;

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

/**
 * Moves a finger in the middle of a phone's window by `distance` CSS pixels, at most 400; a negative distance moves it up, so that later
 * content appears.
 */
export async function swipe(page: Page, distance: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const at = (y: number) => [{ x: 195, y }];
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(500) });
  for (let step = 1; step <= STEPS; step += 1) {
    const touchPoints = at(500 + (distance * step) / STEPS);
    await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await browser.detach();
}

/** Moves a finger from the middle of an element by `dx` CSS pixels; a negative distance moves it to the left. Leaves the finger there. */
export async function beginSwipe(page: Page, target: Locator, dx: number) {
  const box = await boxOf(target);
  const browser = await page.context().newCDPSession(page);
  const y = box.y + box.height / 2;
  const start = box.x + box.width / 2;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: x === undefined ? [] : [{ x, y }],
    });
  await send('touchStart', start);
  for (let step = 1; step <= STEPS; step += 1) await send('touchMove', start + (dx * step) / STEPS);
  return {
    async release(): Promise<void> {
      await page.waitForTimeout(STILL_MS);
      await send('touchEnd');
      await browser.detach();
    },
  };
}
