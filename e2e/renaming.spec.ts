import type { Page } from '@playwright/test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/journey.ts';
import { expectFolder, logInAt, rowOf } from './support/pages.ts';

const field = (page: Page) => page.getByRole('grid').getByRole('textbox', { name: 'Name' });

test.beforeEach(async ({ page, server }) => {
  server.put({ 'a.txt': 'a', 'b.txt': 'b', 'c #1?.tar.gz': 'c', 'docs/x.txt': 'x' });
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'a.txt')).toBeVisible();
});

test('a name is edited in its row, with the extension kept, and the row keeps the focus', async ({
  page,
  server,
}) => {
  await rowOf(page, 'b.txt').click();
  await page.keyboard.press('F2');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('b.txt');
  // Keys of the page are text here, also those that act on the listing.
  await page.keyboard.type('new * name');
  await expect(field(page)).toHaveValue('new * name.txt');
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Z %.txt');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveCount(0);
  await expect(rowOf(page, 'Z %.txt')).toBeFocused();
  await expect.poll(() => existsSync(join(server.root, 'Z %.txt'))).toBe(true);
  expect(existsSync(join(server.root, 'b.txt'))).toBe(false);
  expect(existsSync(join(server.root, 'a.txt'))).toBe(true);
});

test('Escape keeps the name, and leaving the field takes the new one', async ({ page, server }) => {
  await rowOf(page, 'a.txt').focus();
  await page.keyboard.press('F2');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('other');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'a.txt')).toBeFocused();
  await expect(field(page)).toHaveCount(0);

  await rowOf(page, 'a.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('other');
  await rowOf(page, 'docs').click();
  await expect(rowOf(page, 'other.txt')).toBeVisible();
  await expect.poll(() => existsSync(join(server.root, 'other.txt'))).toBe(true);
  expect(existsSync(join(server.root, 'a.txt'))).toBe(false);
});

test('a taken name is refused while it is typed, and nothing is lost', async ({ page, server }) => {
  await rowOf(page, 'a.txt').click();
  await page.keyboard.press('F2');
  await expect(field(page)).toBeFocused();
  await field(page).fill('b.txt');
  await expect(page.getByRole('alert')).toHaveText(/already exists/i);
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await field(page).fill('b2.txt');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'b2.txt')).toBeFocused();
  await expect.poll(() => server.isOnDisk('b2.txt')).toBe(true);
  expect(server.isOnDisk('b.txt')).toBe(true);
});

test('text is selected with the mouse in the field without dragging the entry', async ({
  page,
  server,
}) => {
  await rowOf(page, 'c #1?.tar.gz').click();
  await page.keyboard.press('F2');
  await expect(field(page)).toBeFocused();
  const box = await field(page).boundingBox();
  if (box === null) throw new Error('the field is not shown');
  await page.mouse.move(box.x + 200, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(field(page)).toBeVisible();
  await page.keyboard.type('d');
  await page.keyboard.press('Enter');
  await expect.poll(() => server.isOnDisk('d')).toBe(true);
  await expectFolder(page, 'My files');
});

for (const view of ['Show as mosaic', 'Show as gallery']) {
  test(`a name is edited in a view: ${view}`, async ({ page, server }) => {
    await page.getByRole('button', { name: view }).click();
    await page.getByRole('gridcell', { name: /^a\.txt/ }).click();
    await page.keyboard.press('F2');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('tile');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('gridcell', { name: /^tile\.txt/ })).toBeFocused();
    await expect.poll(() => server.isOnDisk('tile.txt')).toBe(true);
  });
}
