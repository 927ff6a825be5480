import { mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { boxOf } from './support/box-of.ts';
import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import { CuttableConnection } from './support/cuttable-connection.ts';
import { makeAwkwardFiles, makeLargeFile } from './support/disk.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, ownServerTest, test } from './support/journey.ts';
import {
  create,
  dragOver,
  expectFolder,
  fillLogin,
  isNarrow,
  openAccountMenu,
  openDrawer,
  pick,
  rowOf,
  logInAt,
  uploadPanel,
} from './support/pages.ts';

const MIB = 1_048_576;

const KINDS = {
  'Documents/a.txt': 'a',
  'Photos/sea.jpg': 'sea',
  'empty/': '',
  'archive.tar.gz': 'x'.repeat(3_000),
  'book.pdf': '%PDF-1.4',
  'film.mp4': 'x'.repeat(9_999),
  'index.ts': 'export {};',
  'notes.md': '# notes',
  'picture.png': 'x',
  'song.mp3': 'x',
  'system.iso': '\0',
  'table.xlsx': 'x',
  'unknown thing': 'x',
  'שלום עולם (1).txt': 'x',
  [`${'a very long name '.repeat(14)}.txt`]: 'x',
};

test('the login page', async ({ page, browserErrors }, info) => {
  browserErrors.expect(refusal(403));
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeFocused();
  await inspectScreen(page, info, 'sign-in');
  await fillLogin(page, { username: 'admin', password: 'surely not this' });
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await inspectScreen(page, info, 'sign-in-wrong');
});

ownServerTest(
  'a missing disk is told as such, and its files are shown when it is back',
  async ({ page, server, browserErrors }, info) => {
    browserErrors.expect(refusal(503));
    server.put({ 'notes.md': '# notes' });
    await logInAt(page, '/files/', server.admin);
    await expect(rowOf(page, 'notes.md')).toBeVisible();

    const away = `${server.root}-away`;
    renameSync(server.root, away);
    mkdirSync(server.root);
    const disk = page.getByText('The disk with these files isn’t available right now.');
    await expect(async () => {
      await page.reload();
      await expect(disk).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(page.getByRole('heading', { name: 'Files unavailable' })).toBeVisible();
    await inspectScreen(page, info, 'disk-missing');

    rmdirSync(server.root);
    renameSync(away, server.root);
    await expect(async () => {
      const again = page.getByRole('button', { name: 'Try again' });
      if (await again.isVisible()) await again.click({ timeout: 1_000 });
      await expect(rowOf(page, 'notes.md')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(disk).toHaveCount(0);
  },
);

test('the listing and its operations', async ({ page, server, browserErrors }, info) => {
  test.setTimeout(180_000);
  // The pictures and the film are not real ones.
  browserErrors.expect(refusal(415));
  server.put(KINDS);
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'notes.md')).toBeVisible();
  await inspectScreen(page, info, 'listing');

  await select(page, 'notes.md');
  await inspectScreen(page, info, 'listing-selected');
  await page.keyboard.press('Escape');

  if (isNarrow(page)) await rowOf(page, 'notes.md').getByRole('button').tap();
  else await rowOf(page, 'notes.md').click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  await inspectScreen(page, info, 'context-menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await create(page, 'New folder');
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await expect(dialog).toBeVisible();
  await inspectScreen(page, info, 'new-folder');
  await dialog.getByLabel('Name').fill('Photos');
  await expect(dialog).toContainText('A file or folder with this name already exists.');
  await inspectScreen(page, info, 'new-folder-taken');
  await page.keyboard.press('Escape');

  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await inspectScreen(page, info, 'help');
  await page.keyboard.press('Escape');

  if (isNarrow(page)) {
    await openDrawer(page);
    await inspectScreen(page, info, 'drawer');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await inspectScreen(page, info, 'add-menu');
  } else {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await inspectScreen(page, info, 'new-menu');
  }
  await page.keyboard.press('Escape');
  await openAccountMenu(page);
  await inspectScreen(page, info, 'account-menu');
  await page.getByRole('menuitem', { name: 'Language' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused();
  await inspectScreen(page, info, 'language-menu');
  await page.keyboard.press('Escape');

  await page.goto('/files/system.iso');
  await expect(page.getByText('Disk image')).toBeVisible();
  await inspectScreen(page, info, 'file');
});

test('a listing that is empty, slow, long or fails to load', async ({
  page,
  server,
  browserErrors,
}, info) => {
  test.setTimeout(180_000);
  for (const expected of [refusal(404), refusal(403), refusal(500)]) browserErrors.expect(expected);
  server.put({ 'one/two/three/four/five/six/': '', 'empty/': '' });
  server.put(
    Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`many/file ${n}.txt`, `${n}`])),
  );
  await logInAt(page, '/files/empty/', server.admin);
  await expect(page.getByText('It feels lonely here…')).toBeVisible();
  await inspectScreen(page, info, 'empty');
  await page.goto('/files/one/two/three/four/five/six/');
  await expectFolder(page, 'six');
  await expect(page.getByText('It feels lonely here…')).toBeVisible();
  await inspectScreen(page, info, 'deep');
  await page.getByRole('button', { name: 'Show parent folders' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await inspectScreen(page, info, 'deep-menu');
  await page.keyboard.press('Escape');

  await page.goto('/files/many/');
  await expect(rowOf(page, 'file 0.txt')).toBeVisible();
  await page.getByRole('grid').evaluate((grid) => grid.scrollBy(0, 6_000));
  await expect(rowOf(page, 'file 0.txt')).not.toBeInViewport();
  await inspectScreen(page, info, 'scrolled');

  await page.goto('/files/nowhere/');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await inspectScreen(page, info, 'error-404');
  for (const status of [403, 500]) {
    await page.route('**/api/resources/empty/**', (route) => route.fulfill({ status }));
    await page.goto('/files/empty/');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await inspectScreen(page, info, `error-${status}`);
  }
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/resources/one/**', async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto('/files/one/');
  await page.waitForTimeout(600);
  await inspectScreen(page, info, 'loading');
  answer();
  await expect(rowOf(page, 'two')).toBeVisible();
});

test('the error pages', async ({ page }, info) => {
  for (const code of [403, 404, 500]) {
    await page.goto(`/${code}`);
    await expect(page.getByRole('link', { name: 'Go to My files' })).toBeVisible();
    await inspectScreen(page, info, `page-${code}`);
  }
});

test('uploads in every state', async ({ page, server, browserErrors }, info) => {
  test.setTimeout(180_000);
  browserErrors.expect(NO_ANSWER);
  server.put({ 'plan.txt': 'old', 'film.bin': 'old' });
  const films = ['film.bin', 'plan.txt', 'third.bin'].map((name) => join(server.scratch, name));
  for (const film of films) makeLargeFile(film, 64 * MIB);
  const folder = join(server.scratch, 'folder');
  makeAwkwardFiles(folder, 20);
  const line = await CuttableConnection.open(server.port);
  await logInAt(page, `${line.url}/files/`, server.admin);
  await expect(rowOf(page, 'plan.txt')).toBeVisible();

  await dragOver(page, [folder]);
  await expect(page.getByText('Upload to “')).toBeVisible();
  await inspectScreen(page, info, 'drop-zone');
  await page.keyboard.press('Escape');

  await (await pick(page, 'files')).setFiles(films.slice(0, 1));
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspectScreen(page, info, 'conflict-one');
  await page.keyboard.press('Escape');
  await (await pick(page, 'files')).setFiles(films);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 items already exist');
  await inspectScreen(page, info, 'conflict-many');
  const begun = line.sentFurther(20 * MIB);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await begun;
  line.cut();
  await expect(uploadPanel(page)).toContainText('Retrying');
  await inspectScreen(page, info, 'uploading');
  await page.getByRole('button', { name: 'Collapse uploads' }).click();
  await inspectScreen(page, info, 'uploading-collapsed');
  await page.getByRole('button', { name: 'Expand uploads' }).click();
  await page.getByRole('button', { name: 'Cancel all uploads' }).click();
  await expect(page.getByRole('dialog', { name: 'Cancel all uploads?' })).toBeVisible();
  await inspectScreen(page, info, 'abort');
  await page.keyboard.press('Escape');
  await expect(uploadPanel(page)).toContainText('3 uploads failed', { timeout: 60_000 });
  await inspectScreen(page, info, 'uploads-failed');
  await page.getByRole('button', { name: 'Close uploads' }).click();
  line.restore();

  const small = join(server.scratch, 'small.txt');
  writeFileSync(small, 'small');
  await (await pick(page, 'files')).setFiles(small);
  await expect(page.getByText('1 file uploaded')).toBeVisible();
  await inspectScreen(page, info, 'toast');
  line.cut();
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
  await expect(page.getByRole('alert')).toContainText('Can’t connect to the server.');
  await inspectScreen(page, info, 'toast-error');
  await line.close();
});

/** Selects an item with a click, or with a long press on touch screens. */
async function select(page: Page, name: string) {
  const row = rowOf(page, name);
  if (isNarrow(page)) {
    const box = await boxOf(row);
    const browser = await page.context().newCDPSession(page);
    const touchPoints = [{ x: box.x + 120, y: box.y + 20 }];
    await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await browser.detach();
  } else await row.click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
}
