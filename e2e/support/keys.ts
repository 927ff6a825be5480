import type { Locator, Page } from '@playwright/test';

/** Maximum number of tab stops of a page. */
const MAX_STOPS = 40;

/** Presses Tab until an element with this selector and text has the focus. */
export async function tabTo(page: Page, selector: string, text = ''): Promise<void> {
  for (let presses = 0; presses < MAX_STOPS; presses += 1) {
    await page.keyboard.press('Tab');
    const isReached = await page.evaluate(
      ([css, part]) => {
        const { activeElement } = document;
        return activeElement?.matches(css) === true && activeElement.textContent.includes(part);
      },
      [selector, text] as const,
    );
    if (isReached) return;
  }
  throw new Error(`Tab does not reach ${selector} ${text}`);
}

/** Maximum number of tab stops of a page with a long form. */
const MAX_STOPS_OF_FORM = 100;

/** Presses Tab until this element has the focus. */
export async function tabToControl(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < MAX_STOPS_OF_FORM; presses += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${String(control)}`);
}

/** Chooses an item from the menu of the selection by keyboard. */
export async function chooseFromMenu(page: Page, item: string): Promise<void> {
  await page.keyboard.press('Shift+F10');
  const items = page.getByRole('menu').getByRole('menuitem');
  await items.first().waitFor();
  const names = await items.allInnerTexts();
  const index = names.findIndex((name) => name.startsWith(item));
  if (index < 0) throw new Error(`the menu has no ${item}, only ${names.join(', ')}`);
  for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}
