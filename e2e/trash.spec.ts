import type { Page } from '@playwright/test';
import { expect, ownServerTest, test } from './support/journey.ts';
import { logInAt, rowOf } from './support/pages.ts';

const news = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const dialog = (page: Page) => page.getByRole('dialog');

test('a deleted file is restored by Undo, and from the trash to another folder', async ({
  page,
  server,
}) => {
  server.put({ 'docs/plan.txt': 'the plan', 'safe/': '' });
  await logInAt(page, '/files/docs/', server.admin);
  await rowOf(page, 'plan.txt').click();
  await page.keyboard.press('Delete');
  await expect(rowOf(page, 'plan.txt')).toHaveCount(0);
  await expect(news(page)).toContainText('moved to trash.');
  await expect.poll(() => server.pathsOnDisk()).toEqual(['docs', 'safe']);
  await news(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'plan.txt')).toBeFocused();
  expect(server.textOf('docs/plan.txt')).toBe('the plan');

  await page.keyboard.press('Delete');
  await expect(rowOf(page, 'plan.txt')).toHaveCount(0);
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page).toHaveTitle(/^Trash/);
  const location = rowOf(page, 'plan.txt').getByRole('gridcell', { name: 'docs', exact: true });
  await expect(location).toBeVisible();
  await rowOf(page, 'plan.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Restore to…' }).click();
  await dialog(page).getByRole('treeitem', { name: 'safe' }).click();
  await dialog(page).getByRole('button', { name: 'Restore here' }).click();
  await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
  expect(server.textOf('safe/plan.txt')).toBe('the plan');
  await news(page).getByRole('button', { name: 'Show' }).click();
  await expect(rowOf(page, 'plan.txt')).toBeFocused();
});

test('the folder of an item is created again, and a taken name keeps both', async ({
  page,
  server,
}) => {
  server.put({ 'docs/a.txt': 'first', 'docs/b.txt': 'b' });
  await logInAt(page, '/files/docs/', server.admin);
  await rowOf(page, 'a.txt').click();
  await page.keyboard.press('Delete');
  await expect.poll(() => server.isOnDisk('docs/a.txt')).toBe(false);
  server.put({ 'docs/a.txt': 'second' });
  await page.goto('/files/');
  await rowOf(page, 'docs').click();
  await page.keyboard.press('Delete');
  await expect.poll(() => server.pathsOnDisk()).toEqual([]);

  await page.getByRole('link', { name: 'Trash' }).click();
  await rowOf(page, 'a.txt').hover();
  await page.getByRole('button', { name: /Restore “.*a\.txt.*”/ }).click();
  await expect(rowOf(page, 'a.txt')).toHaveCount(0);
  await expect.poll(() => server.textOf('docs/a.txt')).toBe('first');
  await rowOf(page, 'docs').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog(page)).toContainText('docs');
  await dialog(page).getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
  expect(server.textOf('docs/a.txt')).toBe('first');
  expect(server.textOf('docs(1)/a.txt')).toBe('second');
});

test('the keyboard alone deletes, restores, deletes permanently and empties', async ({
  page,
  server,
}) => {
  server.put({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd' });
  await logInAt(page, '/files/', server.admin);
  await rowOf(page, 'a.txt').focus();
  await page.keyboard.press('Shift+Delete');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(news(page)).toContainText('deleted.');
  await expect(rowOf(page, 'b.txt')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(news(page)).toContainText('3 items moved to trash.');

  await page.getByRole('link', { name: 'Trash' }).focus();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'b.txt')).toBeVisible();
  await expect(rowOf(page, 'a.txt')).toHaveCount(0);
  await rowOf(page, 'c.txt').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Restore', exact: true }).press('Enter');
  await expect(rowOf(page, 'c.txt')).toHaveCount(0);
  await expect.poll(() => server.textOf('c.txt')).toBe('c');
  await expect(page.locator('[data-index]:focus')).toHaveCount(1);
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-index]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Empty trash' }).press('Enter');
  await expect(dialog(page)).toContainText('1 item');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
  expect(server.pathsOnDisk()).toEqual(['c.txt']);
});

test('each item that keys reach is in view as a whole, below the names of the columns', async ({
  page,
  server,
}) => {
  const names = Array.from({ length: 60 }, (_, n) => `${String(n).padStart(2, '0')}.txt`);
  server.put(Object.fromEntries(names.map((name) => [name, name])));
  await logInAt(page, '/files/', server.admin);
  await rowOf(page, '00.txt').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(news(page)).toContainText('60 items moved to trash.');
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await rowOf(page, '00.txt').focus();
  await page.keyboard.press('End');
  await expect(rowOf(page, '59.txt')).toBeFocused();
  await expect(rowOf(page, '59.txt')).toBeInViewport({ ratio: 1 });
  for (let step = 0; step < 40; step += 1) await page.keyboard.press('ArrowUp');
  const row = rowOf(page, '19.txt');
  await expect(row).toBeFocused();
  const head = await page.getByRole('columnheader', { name: 'Name' }).boundingBox();
  expect((await row.boundingBox())?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
  await page.keyboard.press('Home');
  await expect(rowOf(page, '00.txt')).toBeInViewport({ ratio: 1 });
});

ownServerTest.describe('without a trash', () => {
  ownServerTest.use({ serverFlags: ['--trash=false'] });

  ownServerTest('a deletion asks, and is permanent', async ({ page, server }) => {
    server.put({ 'a.txt': 'a' });
    await logInAt(page, '/files/', server.admin);
    await expect(page.getByRole('link', { name: 'Trash' })).toHaveCount(0);
    await rowOf(page, 'a.txt').click();
    await page.keyboard.press('Delete');
    await expect(dialog(page)).toContainText('This can’t be undone.');
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(rowOf(page, 'a.txt')).toHaveCount(0);
    await expect.poll(() => server.namesIn('.')).toEqual([]);
  });
});
