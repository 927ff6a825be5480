import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { hills } from './support/media.ts';
import { expectFolder, expectNoSideScroll, rowOf, logInAt } from './support/pages.ts';
import { beginSwipe, longPress, swipe } from './support/touch.ts';
import { takePicture } from './support/pictures.ts';
import { UGLY } from './support/ugly-names.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const dialog = (page: Page) => page.getByRole('dialog');
const bar = (page: Page) => page.getByRole('region', { name: 'Selection', exact: true });
const row = (page: Page, name: string): Locator => rowOf(page, name);

test.beforeEach(async ({ page, server }) => {
  server.put({
    [`${UGLY.folder}/${UGLY.marks}`]: 'there before',
    [`${UGLY.moon}/`]: '',
    [UGLY.marks]: 'marks',
    [UGLY.lines]: 'lines',
    [UGLY.emoji]: 'emoji',
    [UGLY.longest]: 'longest',
  });
  await logInAt(page, '/files/', server.admin);
  await expect(row(page, UGLY.marks)).toBeVisible();
});

test('by touch: select, move onto an existing name, copy, paste', async ({ page, server }) => {
  await longPress(page, row(page, UGLY.lines));
  await expect(bar(page)).toContainText('1 file selected');
  await row(page, UGLY.marks).tap();
  await row(page, UGLY.moon).tap();
  await expect(bar(page)).toContainText('3 items selected');
  await expectNoSideScroll(page);
  await row(page, UGLY.moon).tap();
  await expect(bar(page)).toContainText('2 files selected');

  await verb(page, 'Move to…');
  await dialog(page).getByRole('treeitem', { name: UGLY.folder }).tap();
  await dialog(page).getByRole('button', { name: 'Move here' }).tap();
  const taken = page.getByRole('dialog', { name: /already exists/ });
  await taken.getByRole('combobox').selectOption('Replace');
  await taken.getByRole('button', { name: 'Move' }).tap();
  // With the default settings, the page follows the moved items.
  await expectFolder(page, UGLY.folder);
  await expect(row(page, UGLY.lines)).toBeVisible();
  expect(server.textOf(join(UGLY.folder, UGLY.marks))).toBe('marks');
  expect(server.textOf(join(UGLY.folder, UGLY.lines))).toBe('lines');
  expect(server.isOnDisk(UGLY.marks) || server.isOnDisk(UGLY.lines)).toBe(false);
  await page
    .getByRole('navigation', { name: 'Path' })
    .getByRole('link', { name: 'My files' })
    .tap();

  await longPress(page, row(page, UGLY.longest));
  await verb(page, 'Copy');
  await bar(page).getByRole('button', { name: 'Clear selection' }).tap();
  await row(page, UGLY.moon).tap();
  await expectFolder(page, UGLY.moon);
  await expect(page.getByText('It feels lonely here…')).toBeVisible();
  await add(page, 'Paste');
  await expect(row(page, UGLY.longest)).toBeVisible();
  expect(server.textOf(join(UGLY.moon, UGLY.longest))).toBe('longest');
  await expectNoSideScroll(page);
});

test('by touch: a tap beside a menu only closes it', async ({ page }) => {
  const menu = page.getByRole('menu');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await add.tap();
  await expect(menu).toBeVisible();
  await expect(add).toHaveAttribute('aria-expanded', 'true');
  const { x, y, width, height } = (await row(page, UGLY.moon).boundingBox()) ?? fail();
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(menu).toBeHidden();
  await expect(add).toHaveAttribute('aria-expanded', 'false');
  await expectFolder(page, 'My files');
  await expect(bar(page)).toBeHidden();
});

function fail(): never {
  throw new Error('the row has no box');
}

test('by touch: a swipe stars a row or moves it into the trash, and a short one does nothing', async ({
  page,
  server,
}, info) => {
  // The code of swipes loads after the listing.
  await expect(page.locator('[data-part="row-swipes"]')).toBeAttached();
  const short = await beginSwipe(page, row(page, UGLY.emoji), -70);
  await expect(page.getByText('Move to trash')).toBeAttached();
  await short.release();
  await expect(page.getByText('Move to trash')).toHaveCount(0);
  await expect(row(page, UGLY.emoji)).toBeVisible();

  const toStar = await beginSwipe(page, row(page, UGLY.lines), 180);
  await takePicture(page, info, 'swipe-star');
  // A folder that changes meanwhile does not end the swipe.
  server.put({ 'arrived.txt': 'x' });
  await expect(row(page, 'arrived.txt')).toBeVisible();
  await toStar.release();
  await expect(row(page, UGLY.lines).getByLabel('Starred')).toBeVisible();

  const toTrash = await beginSwipe(page, row(page, UGLY.emoji), -180);
  await expect(page.getByText('Move to trash')).toBeVisible();
  await takePicture(page, info, 'swipe-trash');
  await toTrash.release();
  await expect(row(page, UGLY.emoji)).toBeHidden();
  await expect.poll(() => server.isOnDisk(UGLY.emoji)).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(row(page, UGLY.emoji)).toBeVisible();
  expect(server.textOf(UGLY.emoji)).toBe('emoji');
  await expectNoSideScroll(page);
});

test('by touch: create, rename, preview, download, delete', async ({ page, server }) => {
  await add(page, 'New folder');
  await dialog(page).getByLabel('Name').fill('בית #2');
  await dialog(page).getByRole('button', { name: 'Create' }).tap();
  await expect(row(page, 'בית #2')).toBeVisible();
  await add(page, 'New file');
  await dialog(page).getByLabel('Name').fill('100%.md');
  await dialog(page).getByRole('button', { name: 'Create' }).tap();
  // A new text opens in the editor.
  await page.getByRole('button', { name: 'Close' }).tap();
  await expect(row(page, '100%.md')).toBeVisible();
  expect(server.textOf('100%.md')).toBe('');
  expect(server.isOnDisk('בית #2')).toBe(true);

  await longPress(page, row(page, '100%.md'));
  await expect(bar(page)).toContainText('1 file selected');
  await verb(page, 'Rename');
  await dialog(page).getByLabel('Name').fill('50% “off”.md');
  await dialog(page).getByRole('button', { name: 'Rename' }).tap();
  await expect(row(page, '50% “off”.md')).toBeVisible();
  await expect.poll(() => server.isOnDisk('50% “off”.md')).toBe(true);
  await expect(bar(page)).toBeHidden();

  await row(page, UGLY.emoji).getByRole('button').tap();
  await page.getByRole('menuitem', { name: 'Info' }).tap();
  await dialog(page).getByText('Advanced').tap();
  await dialog(page).getByRole('button', { name: 'Calculate MD5' }).tap();
  const sum = createHash('md5').update('emoji').digest('hex');
  await expect(dialog(page).getByText(sum)).toBeVisible();
  await expectNoSideScroll(page);
  await dialog(page).getByRole('button', { name: 'Close' }).tap();

  const begun = page.waitForEvent('download');
  await verb(page, 'Download');
  expect((await begun).suggestedFilename()).toContain('.txt');

  await verb(page, 'Move to trash');
  await expect(row(page, UGLY.emoji)).toHaveCount(0);
  await expect.poll(() => server.isOnDisk(UGLY.emoji)).toBe(false);
});

test('by touch: upload, and select many in every view', async ({ page, server }) => {
  const chooser = page.waitForEvent('filechooser');
  await add(page, 'Upload files');
  const sea = hills(400, 300, 200);
  const photo = { name: 'sea #1 🌊.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(sea) };
  await (await chooser).setFiles(photo);
  await expect(row(page, photo.name)).toBeVisible();
  expect(server.textOf(photo.name)).toBe(sea);

  for (const view of ['mosaic', 'gallery', 'list']) {
    await forFolder(page, `Show as ${view}`);
    await forFolder(page, 'Select multiple');
    await row(page, UGLY.folder).tap();
    await row(page, UGLY.moon).tap();
    await expect(bar(page)).toContainText('2 folders selected');
    await expect(bar(page).getByRole('button', { name: 'Clear selection' })).toBeHidden();
    await expect(bar(page).getByRole('button', { name: 'More actions' })).toBeVisible();
    await expectNoSideScroll(page);
    await page.getByRole('button', { name: 'Clear selection' }).tap();
    await expect(bar(page)).toBeHidden();
    await page.getByRole('button', { name: 'Done' }).tap();
  }

  await longPress(page, row(page, UGLY.moon));
  await row(page, UGLY.marks).tap();
  await verb(page, 'Download');
  await page.getByText('.tar.gz').tap();
  const begun = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download' }).tap();
  const target = join(server.scratch, 'thumb.tar.gz');
  await (await begun).saveAs(target);
  const marks = execFileSync('tar', ['xzOf', target, UGLY.marks], { encoding: 'utf8' });
  expect(marks).toBe('marks');

  await page.getByRole('button', { name: 'Menu', exact: true }).tap();
  await page.getByRole('button', { name: 'Help' }).tap();
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help).toContainText('Long press');
  // It is at the foot of the screen, and keys are shown on request.
  const { y = 0, height = 0 } = (await help.boundingBox()) ?? {};
  expect(y + height).toBe(page.viewportSize()?.height);
  await expect(help.getByText('Rename')).toBeHidden();
  await help.getByText('Keyboard shortcuts').tap();
  await expect(help.getByText('Rename')).toBeVisible();
  await help.getByRole('button', { name: 'Close' }).tap();
});

/** Chooses an operation on the selection from the bar below, or from its three dots. */
async function verb(page: Page, name: string) {
  const button = bar(page).getByRole('button', { name, exact: true });
  if ((await button.count()) > 0) return button.tap();
  await bar(page).getByRole('button', { name: 'More actions' }).tap();
  return page.getByRole('menuitem', { name, exact: true }).tap();
}

async function add(page: Page, name: string) {
  const clear = bar(page).getByRole('button', { name: 'Clear selection' });
  if (await clear.isVisible()) await clear.tap();
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  await page.getByRole('menuitem', { name, exact: true }).tap();
}

async function forFolder(page: Page, name: string) {
  await page.getByRole('button', { name: 'Actions for this folder' }).tap();
  await page.getByRole('menuitem', { name }).tap();
}

test('by touch: the header leaves while the list is scrolled down, and comes back', async ({
  page,
  server,
}) => {
  const names = Array.from({ length: 120 }, (_, index) => `many/file-${index}.txt`);
  server.put(Object.fromEntries(names.map((name) => [name, 'x'])));
  await page.reload();
  await row(page, 'many').tap();
  await expectFolder(page, 'many');
  await expect(row(page, 'file-0.txt')).toBeVisible();
  const header = page.getByRole('banner');
  const list = page.getByRole('grid');
  const height = async () => (await list.boundingBox())?.height ?? 0;
  const before = await height();
  // Loaded a moment after the listing.
  await expect(page.locator('[data-header="there"]')).toBeVisible();

  await swipe(page, -400);
  await expect(header).not.toBeInViewport();
  await expect.poll(height).toBeGreaterThan(before + 40);

  await swipe(page, 200);
  await expect(header).toBeInViewport();
  await expect.poll(height).toBe(before);

  // Another folder begins with its header.
  await swipe(page, -400);
  await expect(header).not.toBeInViewport();
  await page.goBack();
  await expect(row(page, UGLY.marks)).toBeVisible();
  await expect(header).toBeInViewport();
});
