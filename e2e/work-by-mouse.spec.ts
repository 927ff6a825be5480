import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { boxOf } from './support/box-of.ts';
import { drag } from './support/drag.ts';
import { expect, test } from './support/journey.ts';
import { expectFolder, openEntry, rowOf, logInAt } from './support/pages.ts';
import { UGLY } from './support/ugly-names.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const selected = (page: Page) => page.locator('[aria-selected=true]');
const nameIn = (page: Page, name: string) => rowOf(page, name).getByText(name, { exact: true });

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.beforeEach(async ({ page, server }) => {
  server.put({
    [`${UGLY.folder}/${UGLY.emoji}`]: 'there before',
    [`${UGLY.folder}/${UGLY.rightToLeft}`]: 'there before',
    [`${UGLY.moon}/deep/`]: '',
    [UGLY.emoji]: 'emoji',
    [UGLY.rightToLeft]: 'right to left',
    [UGLY.marks]: 'marks',
    [UGLY.escape]: 'escape',
  });
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, UGLY.marks)).toBeVisible();
});

test('by mouse: drag a selection onto existing names, and answer once for all', async ({
  page,
  server,
}) => {
  await rowOf(page, UGLY.emoji).click();
  for (const name of [UGLY.rightToLeft, UGLY.marks]) {
    await rowOf(page, name).click({ modifiers: ['Control'] });
  }
  await page.keyboard.down('Control');
  await drag(page, nameIn(page, UGLY.rightToLeft), rowOf(page, UGLY.folder));
  await page.keyboard.up('Control');
  const taken = page.getByRole('dialog', { name: '2 items already exist' });
  await taken.getByRole('button', { name: 'Keep both for all' }).click();
  await taken.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(page)).toContainText('Copied 3 items');
  const here = (name: string) => join(UGLY.folder, name);
  expect(server.textOf(here(UGLY.emoji))).toBe('there before');
  expect(server.textOf(here(UGLY.emoji.replace('.txt', '(1).txt')))).toBe('emoji');
  expect(server.textOf(here(UGLY.marks))).toBe('marks');

  await drag(page, nameIn(page, UGLY.emoji), rowOf(page, UGLY.folder));
  await taken.or(page.getByRole('dialog', { name: '3 items already exist' })).waitFor();
  await dialog(page).getByRole('button', { name: 'Replace all' }).click();
  await dialog(page).getByRole('button', { name: 'Move' }).click();
  await expect(rowOf(page, UGLY.emoji)).toHaveCount(0);
  expect(server.textOf(here(UGLY.emoji))).toBe('emoji');
  expect(server.textOf(here(UGLY.rightToLeft))).toBe('right to left');
  expect(server.isOnDisk(UGLY.emoji) || server.isOnDisk(UGLY.marks)).toBe(false);
});

test('by mouse: menus of a row and of the background, selection rectangle, header', async ({
  page,
  server,
}) => {
  const ground = await boxOf(page.getByRole('grid'));
  await rowOf(page, UGLY.escape).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`"quoted" & 'more'.html`);
  await page.mouse.click(ground.x + 300, ground.y + 500);
  await expect(rowOf(page, `"quoted" & 'more'.html`)).toBeVisible();
  await expect.poll(() => server.textOf(`"quoted" & 'more'.html`)).toBe('escape');

  await rowOf(page, UGLY.marks).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Cut' }).click();
  await openEntry(page, UGLY.moon);
  await expect(rowOf(page, 'deep')).toBeVisible();
  const below = { x: ground.x + 300, y: ground.y + 500 };
  await page.mouse.click(below.x, below.y, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Paste' }).click();
  await expect(rowOf(page, UGLY.marks)).toBeVisible();
  expect(server.textOf(join(UGLY.moon, UGLY.marks))).toBe('marks');
  await page.mouse.click(below.x, below.y, { button: 'right' });
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await dialog(page).getByLabel('Name').fill('#2 ?');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await expect(rowOf(page, '#2 ?')).toBeVisible();
  // The row may be shown before the server has answered.
  await expect(dialog(page)).toHaveCount(0);
  expect(server.isOnDisk(join(UGLY.moon, '#2 ?'))).toBe(true);

  await page.mouse.click(below.x, below.y);
  await expect(selected(page)).toHaveCount(0);
  await page.mouse.move(below.x, below.y);
  await page.mouse.down();
  await page.mouse.move(below.x + 200, ground.y + 60, { steps: 5 });
  await page.mouse.up();
  await expect(selected(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Move to trash' }).click();
  await expect(page.getByText('It feels lonely here…')).toBeVisible();
  await expect.poll(() => server.pathsOnDisk()).not.toContain(join(UGLY.moon, 'deep'));
  expect(server.isOnDisk(UGLY.moon)).toBe(true);

  // The empty background has a menu, too.
  await page.mouse.click(below.x, below.y, { button: 'right' });
  await page.getByRole('menuitem', { name: 'New file' }).click();
  await dialog(page).getByLabel('Name').fill('alone.txt');
  await dialog(page).getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(rowOf(page, 'alone.txt')).toBeVisible();
  await page.getByRole('button', { name: 'Info', exact: true }).click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByText('Advanced').click();
  await details.getByRole('button', { name: 'Calculate SHA-1' }).click();
  await expect(details.getByText('da39a3ee5e6b4b0d3255bfef95601890afd80709')).toBeVisible();
  await details.getByRole('button', { name: 'Close details' }).click();
  await page.goBack();
  await expectFolder(page, 'My files');
});

test('by mouse: the path stays in reach while something is selected', async ({ page }) => {
  await openEntry(page, UGLY.folder);
  await expectFolder(page, UGLY.folder);
  await rowOf(page, UGLY.emoji).click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar.getByRole('button', { name: 'Rename' })).toBeVisible();
  const path = page.getByRole('navigation', { name: 'Path' });
  const [left, right] = [await boxOf(path), await boxOf(bar)];
  expect(left.x + left.width).toBeLessThanOrEqual(right.x);
  const isLabelled = await bar
    .locator('[data-part=action] > button')
    .evaluateAll((buttons) => buttons.map((button) => 'labelled' in button.dataset));
  expect(new Set(isLabelled).size, 'all buttons have labels, or none').toBe(1);
  await path.getByRole('link', { name: 'My files' }).click();
  await expectFolder(page, 'My files');
  await expect(selected(page)).toHaveCount(0);
});

test('by mouse: check marks stand apart from the edge and the icons, and nothing moves', async ({
  page,
}) => {
  const row = rowOf(page, UGLY.marks);
  const icon = row.locator('[data-part=hold]').first();
  const atRest = await boxOf(icon);
  const grid = await boxOf(page.getByRole('grid'));
  await row.hover();
  const mark = row.locator('[data-part=mark]');
  await expect(mark).toBeVisible();
  const markBox = await boxOf(mark);
  expect(markBox.x - grid.x).toBeGreaterThanOrEqual(20);
  expect(atRest.x - (markBox.x + markBox.width)).toBeGreaterThanOrEqual(8);
  const groups = page.getByRole('grid').getByRole('heading', { level: 2 });
  expect(markBox.x).toBe((await boxOf(groups.first())).x);

  await mark.click();
  await expect(selected(page)).toHaveCount(1);
  expect((await boxOf(icon)).x).toBe(atRest.x);
  const all = await boxOf(page.getByRole('checkbox', { name: 'Select all' }));
  expect(all.x + all.width / 2).toBe(markBox.x + markBox.width / 2);
});
