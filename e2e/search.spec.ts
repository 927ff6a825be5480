import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/journey.ts';
import { rowOf, logInAt } from './support/pages.ts';
import { foundCount, openSearch, REPORTS, result, results, searchField } from './support/search.ts';
import { UGLY } from './support/ugly-names.ts';

test.beforeEach(async ({ page, server }) => {
  server.put(REPORTS);
  await server.untilFound('report', 10);
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'notes.txt')).toBeVisible();
});

test('goes to the folder of a result, and starts empty when reopened', async ({ page }) => {
  await page.keyboard.press('Control+f');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type('report draft');
  await expect(foundCount(page)).toHaveText('1 result');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/files\/docs\/2024\/$/);
  const row = rowOf(page, 'report draft.txt');
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(row).toBeFocused();
  await page.keyboard.press('Control+f');
  await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
});

test('a folder with an awkward name opens with Enter', async ({ page }) => {
  await page.keyboard.press('Control+f');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type('תיקייה');
  await expect(foundCount(page)).toHaveText('1 result');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, `report ${UGLY.emoji}`)).toBeVisible();
});

test('results of several folders are deleted together', async ({ page, server }) => {
  await page.keyboard.press('Control+f');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type('report');
  await expect(foundCount(page)).toHaveText('10 results');
  await result(page, 'song').click({ position: { x: 8, y: 8 } });
  await result(page, 'cover').click({ position: { x: 8, y: 8 }, modifiers: ['Control'] });
  await page.keyboard.press('Delete');
  await expect(foundCount(page)).toHaveText('8 results');
  await expect(page.getByText('2 items moved to trash.')).toBeVisible();
  await expect(result(page, 'song')).toHaveCount(0);
  expect(readdirSync(join(server.root, 'music'))).toEqual([]);
  expect(readdirSync(join(server.root, 'pictures'))).toEqual([]);
});

test('a result is renamed in its folder, and the listing below is updated', async ({ page }) => {
  await page.goto('/files/docs/');
  await expect(rowOf(page, '2024')).toBeVisible();
  await page.keyboard.press('Control+f');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type('resume');
  await expect(foundCount(page)).toHaveText('1 result');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name' }).fill('My resume.pdf');
  await page.keyboard.press('Enter');
  await expect(result(page, 'My resume.pdf')).toBeVisible();
  await expect(result(page, 'My resume.pdf')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'My resume.pdf')).toBeVisible();
});

test('results of several folders are downloaded in one archive', async ({ page }) => {
  await page.keyboard.press('Control+f');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type('report');
  await expect(foundCount(page)).toHaveText('10 results');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Download 10 items' });
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
});

for (const [when, lateMs] of [
  ['before the search has arrived', 1_000],
  ['while the search is arriving', 100],
] as const) {
  test(`typing on ${when} loses no letter`, async ({ page }) => {
    await page.route('**/parts-ahead-*.js', async (route) => {
      await page.waitForTimeout(lateMs);
      await route.fallback();
    });
    await page.reload();
    await expect(rowOf(page, 'notes.txt')).toBeVisible();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('report draft', { delay: 40 });
    await expect(searchField(page)).toHaveValue('report draft');
    await expect(foundCount(page)).toHaveText('1 result');
  });
}

test('one key leads to the last of five thousand results', async ({ page, server }) => {
  const many = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, n) => [`many/${n % 50}/needle ${n}.txt`, '']),
  );
  server.put(many);
  await server.untilFound('needle', 5_000);
  await openSearch(page);
  await searchField(page).fill('needle');
  await expect(foundCount(page)).toHaveText('5,000 results');
  expect(await results(page).getByRole('row').count()).toBeLessThan(60);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(page.locator('[data-hit="4999"]')).toBeFocused();
  await expect(page.locator('[data-hit="4999"]')).toBeInViewport();
});
