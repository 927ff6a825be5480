import type { Page } from '@playwright/test';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { expectFolder, logInAt, rowOf } from './support/pages.ts';

const FILES = {
  'docs/plan.txt': 'plan',
  'docs/deep/old.txt': 'old',
  'photos/sea.txt': 'sea',
  'notes.txt': 'notes',
};

const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const names = (page: Page) =>
  page
    .getByRole('main')
    .locator('[data-path] > a')
    .evaluateAll((links) => links.map((link) => link.ariaLabel));

test('stars are added in the listing, follow a rename, and end with the item', async ({
  page,
  server,
}, info) => {
  server.put(FILES);
  await logInAt(page, '/files/', server.admin);
  await rowOf(page, 'notes.txt').click();
  await page.keyboard.press('Control+d');
  await expect(rowOf(page, 'notes.txt').getByRole('img', { name: 'Starred' })).toBeVisible();
  await rowOf(page, 'docs').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add star' }).click();

  await place(page, 'Starred').click();
  await expect.poll(() => names(page)).toEqual(['docs', 'notes.txt']);
  await inspectScreen(page, info, 'starred');
  await page.getByRole('link', { name: 'notes.txt' }).focus();
  await page.keyboard.press('F2');
  await page.getByRole('dialog').getByLabel('Name').fill('renamed.txt');
  await page.keyboard.press('Enter');
  await expect.poll(() => names(page)).toEqual(['docs', 'renamed.txt']);
  expect(server.isOnDisk('renamed.txt')).toBe(true);

  await page.getByRole('link', { name: 'renamed.txt' }).focus();
  await page.keyboard.press('Control+d');
  await expect.poll(() => names(page)).toEqual(['docs']);
  await page.getByRole('link', { name: 'docs' }).press('Enter');
  await expectFolder(page, 'docs');
});

test('recent items are those that were opened or changed, by keyboard and with a menu', async ({
  page,
  server,
}, info) => {
  server.put(FILES);
  await logInAt(page, '/recent', server.admin);
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await inspectScreen(page, info, 'recent-empty');

  const recorded = page.waitForResponse((reply) =>
    reply.url().includes('/api/recent/docs/plan.txt'),
  );
  await page.goto('/files/docs/plan.txt');
  await recorded;
  await page.request.put(`${server.url}/api/resources/notes.txt`, {
    data: 'changed',
    headers: { 'X-Auth': (await page.evaluate(() => localStorage.getItem('jwt'))) ?? '' },
  });
  await page.goto('/recent');
  await expect.poll(() => names(page)).toEqual(['notes.txt', 'plan.txt']);
  await inspectScreen(page, info, 'recent');

  await page.getByRole('link', { name: 'notes.txt' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'plan.txt' })).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Go to folder' }).click();
  await expectFolder(page, 'docs');
  await expect(rowOf(page, 'plan.txt')).toBeVisible();
});
