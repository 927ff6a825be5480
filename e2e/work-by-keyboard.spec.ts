import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FileChooser, Page } from '@playwright/test';
import type { TestServer } from './support/test-server.ts';
import { expect, test } from './support/journey.ts';
import { chooseFromMenu, tabTo } from './support/keys.ts';
import { expectFocusSomewhere, expectFolder, rowOf, logInAt } from './support/pages.ts';
import { UGLY } from './support/ugly-names.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const selected = (page: Page) => page.locator('[aria-selected=true]');

test.beforeEach(async ({ page, server }) => {
  server.put({
    [`${UGLY.folder}/`]: '',
    [`${UGLY.moon}/`]: '',
    [UGLY.marks]: 'marks',
    [UGLY.lines]: 'lines',
    [UGLY.emoji]: 'emoji',
    [UGLY.rightToLeft]: 'right to left',
    [UGLY.longest]: 'longest',
  });
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, UGLY.marks)).toBeVisible();
});

test('by keyboard: create, rename, copy, move', async ({ page, server }) => {
  await tabTo(page, 'aside button', 'New');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Upload files' })).toBeFocused();
  await page.keyboard.type('New file');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  await page.keyboard.type('naïve #1?.txt');
  await page.keyboard.press('Enter');
  // A new text opens in the editor.
  await expect(page.getByRole('textbox', { name: 'naïve #1?.txt' })).toBeFocused();
  expect(server.textOf('naïve #1?.txt')).toBe('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'naïve #1?.txt')).toBeFocused();

  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('50% 🙂');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, '50% 🙂.txt')).toBeFocused();
  await expect.poll(() => server.isOnDisk('50% 🙂.txt')).toBe(true);
  expect(server.isOnDisk('naïve #1?.txt')).toBe(false);

  await goTo(page, UGLY.longest);
  await page.keyboard.press('Control+c');
  await goTo(page, UGLY.folder);
  await page.keyboard.press('Enter');
  await expectEmpty(page, UGLY.folder);
  await page.keyboard.press('Control+v');
  await expect(rowOf(page, UGLY.longest)).toBeFocused();
  expect(server.textOf(join(UGLY.folder, UGLY.longest))).toBe('longest');
  expect(server.textOf(UGLY.longest)).toBe('longest');

  await page.keyboard.press('Backspace');
  await expect(rowOf(page, UGLY.folder)).toBeFocused();
  await goTo(page, UGLY.lines);
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(rowOf(page, 'two\nlines(1).txt')).toBeFocused();
  expect(server.textOf('two\nlines(1).txt')).toBe('lines');

  await page.keyboard.press('Control+x');
  await goTo(page, UGLY.moon);
  await page.keyboard.press('Enter');
  await expectEmpty(page, UGLY.moon);
  await page.keyboard.press('Control+v');
  await expect(rowOf(page, 'two\nlines(1).txt')).toBeFocused();
  expect(server.textOf(join(UGLY.moon, 'two\nlines(1).txt'))).toBe('lines');
  expect(server.isOnDisk('two\nlines(1).txt')).toBe(false);
  await page.keyboard.press('Backspace');
  await expect(rowOf(page, UGLY.moon)).toBeFocused();

  await moveByPicker(page, server);
  await expectFocusSomewhere(page);
});

async function moveByPicker(page: Page, server: TestServer) {
  await goTo(page, UGLY.rightToLeft);
  await chooseFromMenu(page, 'Move to…');
  await expect(dialog(page).getByRole('tree')).toBeFocused();
  await expect(dialog(page).getByRole('treeitem').nth(1)).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => server.isOnDisk(join(UGLY.moon, UGLY.rightToLeft))).toBe(true);
  expect(server.isOnDisk(UGLY.rightToLeft)).toBe(false);
}

test('by keyboard: select, download, preview, delete', async ({ page, server }) => {
  await tabTo(page, '[data-index]');
  await page.keyboard.press('End');
  for (const _ of ['once', 'twice']) await page.keyboard.press('Shift+ArrowUp');
  await expect(selected(page)).toHaveCount(3);
  const names = await selected(page).locator('[role=gridcell][aria-label]').count();
  expect(names).toBe(3);

  await page.keyboard.press('Control+s');
  await expect(page.getByRole('radio', { name: '.zip' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  const begun = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const archive = join(server.scratch, 'taken along.tar');
  await (await begun).saveAs(archive);
  const unpacked = join(server.scratch, 'unpacked');
  execFileSync('mkdir', [unpacked]);
  execFileSync('tar', ['xf', archive, '-C', unpacked]);
  const members = execFileSync('ls', ['-A', unpacked], { encoding: 'utf8' });
  expect(members).toContain(UGLY.longest);

  await page.keyboard.press('Escape');
  await goTo(page, UGLY.emoji);
  await chooseFromMenu(page, 'Info');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toBeVisible();
  await tabTo(page, '[data-part=details] summary', 'Advanced');
  await page.keyboard.press('Enter');
  await tabTo(page, '[data-part=details] button', 'Calculate all');
  await page.keyboard.press('Enter');
  const sum = createHash('sha256').update('emoji').digest('hex');
  await expect(details.getByText(sum)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, UGLY.emoji)).toBeFocused();

  for (const view of ['mosaic', 'gallery']) {
    await tabTo(page, `button[aria-label="Show as ${view}"]`);
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('button', { name: `Show as ${view}`, pressed: true }),
    ).toBeFocused();
    await expectFocusSomewhere(page);
  }
  await tabTo(page, '[data-index]');
  await expect(rowOf(page, UGLY.emoji)).toBeFocused();
  await page.keyboard.press('Shift+Delete');
  await expect(dialog(page)).toContainText('👩🏽‍💻');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, UGLY.emoji)).toHaveCount(0);
  await expectFocusSomewhere(page);
  await expect.poll(() => server.isOnDisk(UGLY.emoji)).toBe(false);

  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+Delete');
  await expect(page.getByRole('dialog', { name: /^Delete 6 items/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(selected(page)).toHaveCount(6);
  await page.keyboard.press('Escape');
  await expect(selected(page)).toHaveCount(0);
  expect(server.pathsOnDisk()).toHaveLength(6);
});

test('by keyboard: upload, through the question for files or a folder', async ({
  page,
  server,
}) => {
  // Listens from the beginning: waiting later would intercept the picker too late for a fast key.
  const chooser = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve));
  await tabTo(page, 'aside button', 'New');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Upload files' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Upload files' })).toBeFocused();
  await page.keyboard.press('Enter');
  const name = '  new?.txt';
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('new') });
  await expect.poll(() => server.isOnDisk(name)).toBe(true);
  await expectFocusSomewhere(page);
});

async function expectEmpty(page: Page, folder: string) {
  await expectFolder(page, folder);
  await expect(page.getByText('It feels lonely here…')).toBeVisible();
}

/** Moves to an entry with the arrow keys. */
async function goTo(page: Page, name: string) {
  const isThere = () => rowOf(page, name).evaluate((row) => row === document.activeElement);
  await page.keyboard.press('Home');
  for (let steps = 0; !(await isThere()); steps += 1) {
    if (steps > 20) throw new Error(`the arrows do not lead to ${name}`);
    await page.keyboard.press('ArrowDown');
  }
}
