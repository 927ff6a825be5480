import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { boxOf } from './support/box-of.ts';
import { NO_ANSWER } from './support/browser-errors.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { isNarrow, logInAt, rowOf } from './support/pages.ts';
import { REPORTS, searchField } from './support/search.ts';

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page): Locator => palette(page).getByRole('combobox');
const options = (page: Page): Locator => palette(page).getByRole('option');
const selected = (page: Page): Locator => palette(page).getByRole('option', { selected: true });

test.beforeEach(async ({ page, server }) => {
  server.put(REPORTS);
  await server.untilFound('report', 10);
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'notes.txt')).toBeVisible();
});

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('finds a file, opens it with Enter, and shows it in its folder with Ctrl+Enter', async ({
  page,
}) => {
  await open(page);
  await page.keyboard.type('report draft');
  await expect(selected(page)).toContainText('report draft.txt');
  await expect(selected(page).locator('mark').first()).toHaveText('report');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/files\/docs\/2024\/$/);
  await expect(rowOf(page, 'report draft.txt')).toBeFocused();
  await open(page);
  await page.keyboard.type('annual');
  await expect(selected(page)).toContainText('Annual report.txt');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/files\/docs\/2024\/Annual%20report\.txt$/);
});

test('runs an action of the folder, which is offered first the next time', async ({
  page,
  server,
}) => {
  await open(page);
  await page.keyboard.type('new fo');
  await expect(selected(page)).toHaveText('New folder');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('made here');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'made here')).toBeVisible();
  // The row may be shown before the server has answered.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(existsSync(join(server.root, 'made here'))).toBe(true);
  await open(page);
  const actions = palette(page).getByRole('group', { name: 'Actions' });
  await expect(actions.getByRole('option').first()).toHaveText('New folder');
});

test('the arrows, Home and End move, a filter narrows, and Escape returns the focus', async ({
  page,
}) => {
  const row = rowOf(page, 'notes.txt');
  await row.focus();
  await open(page);
  await page.keyboard.type('report');
  await expect(palette(page).getByRole('status')).toContainText('10 results');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await expect(options(page).last()).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await palette(page).getByRole('button', { name: 'PDF' }).click();
  await expect(options(page)).toHaveCount(2);
  await palette(page).getByRole('button', { name: 'Past 7 days' }).click();
  await expect(options(page)).toHaveCount(2);
  await palette(page).getByRole('button', { name: /^Over/ }).click();
  await expect(palette(page)).toContainText('No results');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(row).toBeFocused();
});

test('the palette is as high as its content, and says what the keys do', async ({ page }) => {
  test.skip(isNarrow(page), 'there, it fills the window');
  await open(page);
  await expect(options(page).first()).toBeVisible();
  const { height } = await boxOf(palette(page));
  await page.keyboard.type('report draft');
  await expect(selected(page)).toHaveText(/^report draft\.txtdocs\/2024$/);
  await expect.poll(async () => (await boxOf(palette(page))).height).toBeLessThan(0.7 * height);
  await expect(palette(page).getByText('Go to folder')).toBeVisible();
});

test('the account menu opens the palette, which leads to places and settings', async ({
  page,
}, info) => {
  await page.locator('[data-part=account] button').click();
  await page.getByRole('menuitem', { name: 'Command palette' }).click();
  await expect(field(page)).toBeFocused();
  await inspectScreen(page, info, 'palette-empty');
  await page.keyboard.type('re');
  await expect(options(page).filter({ hasText: 'Recent' })).toBeVisible();
  await expect(options(page).filter({ hasText: 'song' })).toBeVisible();
  await inspectScreen(page, info, 'palette-results');
  await field(page).fill('trash');
  await expect(selected(page)).toContainText('Trash');
  await selected(page).click();
  await expect(page).toHaveURL(/\/trash$/);
});

test('without a connection, commands still work, and the search can be repeated', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(NO_ANSWER);
  await open(page);
  // Until the user asks again: the palette also repeats the search by itself.
  await page.route('**/api/search/**', async (route) => {
    const mayPass = await page.evaluate(() => 'hasClicked' in window);
    await (mayPass ? route.continue() : route.abort());
  });
  await page.keyboard.type('report');
  await expect(palette(page).getByRole('alert')).toContainText('Can’t connect to the server.');
  await field(page).fill('trash');
  await expect(selected(page)).toContainText('Trash');
  await field(page).fill('report');
  await expect(palette(page).getByRole('alert')).toBeVisible();
  await page.evaluate(() =>
    document.addEventListener('click', () => Object.assign(window, { hasClicked: true }), true),
  );
  await palette(page).getByRole('button', { name: 'Try again' }).click();
  await expect(options(page)).toHaveCount(10);
});

test('the selection has its actions, and the search opens the palette above it', async ({
  page,
  server,
}) => {
  await rowOf(page, 'notes.txt').click({ position: { x: 8, y: 8 } });
  await open(page);
  await page.keyboard.type('rename');
  await expect(selected(page)).toHaveText(/^Rename/);
  await expect(selected(page)).toContainText('F2');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill('renamed.txt');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'renamed.txt')).toBeVisible();
  await expect.poll(() => existsSync(join(server.root, 'renamed.txt'))).toBe(true);
  await page.keyboard.press('Control+f');
  await expect(searchField(page)).toBeFocused();
  await open(page);
  await page.keyboard.press('Escape');
  await expect(searchField(page)).toBeFocused();
});

test('is mirrored in Arabic', async ({ page, server }, info) => {
  await server.prefer({ locale: 'ar' });
  await page.reload();
  await expect(rowOf(page, 'notes.txt')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('report');
  await expect(page.getByRole('option')).toHaveCount(10);
  await inspectScreen(page, info, 'palette-arabic');
});
