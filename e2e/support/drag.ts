import type { Locator, Page } from '@playwright/test';
import { boxOf } from './box-of.ts';

/** Drags an element over another one with the mouse, without dropping it. */
export async function hold(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  // The code for dragging is loaded when a mouse is used.
  await page.locator('body[data-drop-target-for-element]').waitFor();
  await page.mouse.down();
  await moveOver(page, to);
}

export async function moveOver(page: Page, to: Locator): Promise<void> {
  const box = await boxOf(to);
  const x = box.x + Math.min(box.width / 2, 60);
  const y = box.y + box.height / 2;
  // Only a few steps: on a slow machine, hovering for too long would open the folder.
  await page.mouse.move(x, y - 3, { steps: 2 });
  await page.mouse.move(x, y);
  // A browser repeats its event `dragover` while the mouse rests. Playwright causes one event per move, and a move onto
  // another element, such as another part of an icon, only enters that element.
  await page.mouse.move(x, y);
}

export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await hold(page, from, to);
  await page.mouse.up();
}
