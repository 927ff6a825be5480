import { expect, type Locator, type Page } from '@playwright/test';

/** Moves the mouse, so that the controls over a picture appear. */
export async function showControls(page: Page): Promise<void> {
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
}

/** Clicks a control over a picture; on a slow machine, it may disappear before the click. */
export async function clickControl(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    await showControls(page);
    await control.click({ timeout: 2_500 });
  }).toPass();
}
