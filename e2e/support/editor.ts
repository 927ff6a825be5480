import { expect, type Locator, type Page } from '@playwright/test';
import type { Credentials } from './test-server.ts';
import { logInAt } from './pages.ts';

/** Returns the text area of the editor. */
export function textArea(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name: `Text of ${name}`, exact: true });
}

/** Opens a file of the home folder by its address, through the login page. */
export async function openText(page: Page, name: string, who: Credentials): Promise<Locator> {
  await logInAt(page, `/files/${encodeURIComponent(name)}`, who);
  await expect(textArea(page, name)).toBeVisible();
  return textArea(page, name);
}

/** Types at the beginning of the text. */
export async function typeAtStart(page: Page, name: string, text: string): Promise<void> {
  await textArea(page, name).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(text);
}

/** Expects that all edits are saved. */
export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: 'Unsaved changes' })).toBeHidden();
}

export async function expectUnsaved(page: Page): Promise<void> {
  await expect(page.getByRole('img', { name: 'Unsaved changes' })).toBeVisible();
}
