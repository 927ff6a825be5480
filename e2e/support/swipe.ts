import type { Page } from '@playwright/test';

/** Swipes from the middle of the page by `dx` pixels; a negative number is to the left. */
export async function swipe(page: Page, dx: number): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 400, height: 800 };
  const browser = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: height / 2 }],
    });
  const start = width / 2 - dx / 2;
  await touch('touchStart', start);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', start + dx * part);
  await touch('touchEnd', start + dx);
  await browser.detach();
}
