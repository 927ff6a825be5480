import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { tabTo } from './support/keys.ts';
import { expectFocusSomewhere, expectFolder, rowOf } from './support/pages.ts';

test('everything works by keyboard, and the focus is never lost', async ({ page, server }) => {
  server.put({ 'Documents/taxes/2024.txt': 'sum', 'Documents/zebra.txt': 'z', 'b.txt': 'bb' });
  await page.goto('/files/');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(server.admin.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(server.admin.password);
  await page.keyboard.press('Enter');
  await expectFolder(page, 'My files');
  await expectFocusSomewhere(page);

  // The folder is named before its rows are there.
  await expect(rowOf(page, 'Documents')).toBeVisible();
  await tabTo(page, '[data-index]');
  await expect(rowOf(page, 'Documents')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectFolder(page, 'Documents');
  await expect(rowOf(page, 'taxes')).toBeFocused();
  await page.keyboard.type('zeb');
  await expect(rowOf(page, 'zebra.txt')).toBeFocused();
  // Until then, a space extends the typed name.
  await page.waitForTimeout(1_200);
  await page.keyboard.press('Space');
  await expect(rowOf(page, 'zebra.txt')).toHaveAttribute('aria-selected', 'true');

  const begun = page.waitForEvent('download');
  await page.keyboard.press('Control+s');
  expect(readFileSync(await (await begun).path(), 'utf8')).toBe('z');
  await expectFocusSomewhere(page);

  await page.keyboard.press('Control+a');
  await expect(page.locator('[aria-selected=true]')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.locator('[aria-selected=true]')).toHaveCount(0);
  await expectFocusSomewhere(page);

  await makeFolderByKeys(page);
  await sortByKeys(page);

  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await expectFocusSomewhere(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeHidden();
  await expectFocusSomewhere(page);

  await page.goBack();
  await expectFolder(page, 'My files');
  await expect(rowOf(page, 'Documents')).toBeFocused();
  await tabTo(page, 'header button', 'Account admin');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Username')).toBeFocused();
});

async function makeFolderByKeys(page: Page) {
  await tabTo(page, 'aside button', 'New');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Upload files' })).toBeFocused();
  await page.keyboard.type('New folder');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('aside').getByRole('button', { name: 'New' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Upload files' })).toBeFocused();
  await page.keyboard.type('New folder');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await page.keyboard.type('taxes');
  await expect(page.getByText('A file or folder with this name already exists.')).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('made by keys');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'made by keys')).toBeFocused();
}

async function sortByKeys(page: Page) {
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Size' })).not.toHaveAttribute(
    'aria-sort',
    'none',
  );
  await expectFocusSomewhere(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-index]:focus')).toHaveCount(1);
}
