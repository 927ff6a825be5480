import { expect, type Locator, type Page } from '@playwright/test';

/** Moves the mouse, as one does who looks for what can be done with a picture: its controls are at rest after a while. */
export async function showControls(page: Page): Promise<void> {
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
}

/** Clicks a control over a picture; on a slow machine it may be at rest again before it is reached. */
export async function clickControl(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    await showControls(page);
    await control.click({ timeout: 2_500 });
  }).toPass();
}
