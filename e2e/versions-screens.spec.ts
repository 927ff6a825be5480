import type { Page } from '@playwright/test';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, ownServerTest, test } from './support/journey.ts';
import { isNarrow, logInAt, rowOf } from './support/pages.ts';

const news = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const dialog = (page: Page) => page.getByRole('dialog');

/** Replaces a file as an upload does, with the session of the page. */
async function replace(page: Page, path: string, text: string): Promise<void> {
  const url = `/api/resources${path}?override=true`;
  const status = await page.evaluate(
    async ([address, body]) => {
      const headers = { 'X-Auth': localStorage.getItem('jwt') ?? '' };
      return (await fetch(address, { method: 'POST', headers, body })).status;
    },
    [url, text] as const,
  );
  expect(status).toBe(200);
}

/** Opens the versions of a file from its menu. */
async function openHistory(page: Page, name: string): Promise<void> {
  await rowOf(page, name).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  await expect(dialog(page)).toContainText('Current version');
}

test('a replaced text is listed, viewed, compared and restored, and Undo takes that back', async ({
  page,
  server,
}, info) => {
  server.put({ 'docs/plan.txt': 'first line\nsecond line\n', 'docs/new.txt': 'x' });
  await logInAt(page, '/files/docs/', server.admin);
  await expect(rowOf(page, 'plan.txt')).toBeVisible();
  await replace(page, '/docs/plan.txt', 'first line\nanother line\n');
  await openHistory(page, 'plan.txt');
  await inspectScreen(page, info, 'versions-list');
  await dialog(page)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await inspectScreen(page, info, 'versions-menu');
  await page.keyboard.press('Escape');

  // One dialog is visible at a time, and the one below returns with its focus.
  const version = dialog(page).getByRole('button', { name: /^Version from/ });
  await version.click();
  await expect(dialog(page)).toHaveCount(1);
  await expect(dialog(page)).toContainText('second line');
  await page.keyboard.press('Escape');
  await expect(version).toBeFocused();
  await version.press('Enter');
  await inspectScreen(page, info, 'version');
  await dialog(page).getByRole('button', { name: 'Compare' }).click();
  await expect(dialog(page)).toContainText('Compare versions');
  await expect(dialog(page)).toContainText('another line');
  await inspectScreen(page, info, 'version-comparison');
  await dialog(page).getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => server.textOf('docs/plan.txt')).toBe('first line\nsecond line\n');
  await expect(news(page)).toContainText('restored to an earlier version.');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await news(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => server.textOf('docs/plan.txt')).toBe('first line\nanother line\n');
  await expect(news(page)).toContainText('is as it was before.');
});

test('saves in the editor within a minute leave one version', async ({ page, server }) => {
  server.put({ 'notes.txt': 'as it was' });
  await logInAt(page, '/files/notes.txt', server.admin);
  const text = page.getByRole('textbox', { name: /notes\.txt/ });
  for (const word of ['one', 'two', 'three']) {
    await text.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(word);
    await page.keyboard.press('Control+s');
    await expect.poll(() => server.textOf('notes.txt')).toBe(word);
  }
  await page.goto('/files/');
  await openHistory(page, 'notes.txt');
  const versions = dialog(page).getByRole('button', { name: /^Version from/ });
  await expect(versions).toHaveCount(1);
  await versions.click();
  await expect(dialog(page)).toContainText('as it was');
});

test('the details list versions, and a version is deleted after a question', async ({
  page,
  server,
}, info) => {
  server.put({ 'picture.bin': 'one' });
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'picture.bin')).toBeVisible();
  await replace(page, '/picture.bin', 'four');
  await rowOf(page, 'picture.bin').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Alt+Enter');
  const section = page.getByRole('region', { name: 'Versions' });
  await expect(section).toContainText('Current version');
  await section.scrollIntoViewIfNeeded();
  if (!isNarrow(page)) await inspectScreen(page, info, 'details-versions');
  await section.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete permanently' }).click();
  await expect(dialog(page)).toContainText('picture.bin');
  await inspectScreen(page, info, 'version-question');
  await dialog(page).last().getByRole('button', { name: 'Delete permanently' }).click();
  await expect(section).toHaveCount(0);
});

ownServerTest.describe('without versions', () => {
  ownServerTest.use({ serverFlags: ['--versions=false', '--trash=false'] });

  ownServerTest(
    'the menu has no version history, and nothing is kept',
    async ({ page, server }) => {
      server.put({ 'a.txt': 'one' });
      await logInAt(page, '/files/', server.admin);
      await expect(rowOf(page, 'a.txt')).toBeVisible();
      await replace(page, '/a.txt', 'two');
      await rowOf(page, 'a.txt').focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Shift+F10');
      await expect(page.getByRole('menuitem', { name: 'Info' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Version history' })).toHaveCount(0);
      expect(server.isOnDisk('.filebrowser-trash.part')).toBe(false);
    },
  );
});
