import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { isNarrow, rowOf, logInAt } from './support/pages.ts';
import { takePicture } from './support/pictures.ts';
import {
  foundCount,
  openSearch,
  REPORTS,
  result,
  results,
  searchDialog,
  searchField,
} from './support/search.ts';
import { longPress } from './support/touch.ts';

test.beforeEach(async ({ page, server }) => {
  server.put(REPORTS);
  await server.untilFound('report', 10);
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'notes.txt')).toBeVisible();
});

test('shows kinds, results, a selection, its menu, and an empty result', async ({ page }, info) => {
  await takePicture(page, info, 'search-closed');
  await openSearch(page);
  await inspectScreen(page, info, 'search-empty');
  await searchField(page).fill('report');
  await expect(foundCount(page)).toHaveText('10 results');
  await inspectScreen(page, info, 'search-results');
  if (isNarrow(page)) await longPress(page, result(page, 'song'));
  else await result(page, 'song').click({ position: { x: 8, y: 8 } });
  await expect(result(page, 'song')).toHaveAttribute('aria-selected', 'true');
  await inspectScreen(page, info, 'search-selected');
  await result(page, 'cover')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  await inspectScreen(page, info, 'search-menu');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await inspectScreen(page, info, 'search-rename');
  await page.keyboard.press('Escape');
  await expect(searchDialog(page)).toBeVisible();
  await searchField(page).fill('case:sensitive nowhere to be found');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await inspectScreen(page, info, 'search-nothing');
  await searchField(page).fill('');
  await page.keyboard.press('Escape');
  await expect(searchDialog(page)).toBeHidden();
});

test('searches the shown folder, or everywhere', async ({ page }, info) => {
  await page.goto('/files/docs/');
  await expect(rowOf(page, '2024')).toBeVisible();
  await openSearch(page);
  await expect(page.getByRole('radio', { name: 'docs' })).toBeChecked();
  await searchField(page).fill('resume');
  await expect(foundCount(page)).toHaveText('1 result');
  await expect(results(page).locator('mark')).toHaveText('Résumé');
  await inspectScreen(page, info, 'search-scope');
  await searchField(page).fill('song');
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await page.getByRole('button', { name: 'Search all files' }).click();
  await expect(result(page, 'song')).toContainText('./music/');
});
