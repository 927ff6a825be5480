import type { Page } from '@playwright/test';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { create, isNarrow, logInAt, rowOf } from './support/pages.ts';

/** Chooses an operation on the selection from its bar, or from the menu behind the three dots. */
async function act(page: Page, name: string): Promise<void> {
  const button = page
    .getByRole('toolbar', { name: 'Actions', exact: true })
    .getByRole('button', { name });
  const more = page.getByRole('button', { name: 'More actions' });
  // The selection is shown first, and its operations a moment later.
  await expect(button.or(more).first()).toBeVisible();
  if ((await button.count()) > 0) return button.click();
  await more.click();
  return page.getByRole('menuitem', { name }).click();
}

async function select(page: Page, ...names: string[]): Promise<void> {
  await page.keyboard.press('Escape');
  for (const name of names) await rowOf(page, name).click({ modifiers: ['Control'] });
}

test.beforeEach(async ({ page, server }) => {
  server.put({
    'docs/a.txt': 'a',
    'docs/deep/b.txt': 'bb',
    'music/': '',
    'report.tar.gz': 'x'.repeat(5_000),
    'notes.md': '# notes',
    'a name that is longer than most names, and goes on for quite a while (final).pdf': 'x',
  });
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'notes.md')).toBeVisible();
});

test('dialogs that ask for a name', async ({ page }, info) => {
  await select(page, 'report.tar.gz');
  await act(page, 'Rename');
  const field = page.getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe('report');
  await inspectScreen(page, info, 'rename');
  await field.fill('notes.md');
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await inspectScreen(page, info, 'rename-taken');
  await page.keyboard.press('Escape');

  await select(page);
  await create(page, 'New file');
  await expect(page.getByRole('dialog', { name: 'New file' })).toBeVisible();
  await inspectScreen(page, info, 'new-file');
  await page.keyboard.press('Escape');

  await page.goto('/files/music/');
  await page.getByRole('main').getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('dialog', { name: /^Upload to/ })).toBeVisible();
  await inspectScreen(page, info, 'upload');
});

test('the dialog before a deletion', async ({ page }, info) => {
  await select(page, 'docs');
  await page.keyboard.press('Shift+Delete');
  await expect(page.getByText(/Everything in the folder/)).toBeVisible();
  await inspectScreen(page, info, 'delete-one');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+Delete');
  await expect(page.getByRole('dialog', { name: 'Delete 5 items permanently?' })).toBeVisible();
  await inspectScreen(page, info, 'delete-many');
});

test('the choice of an archive format', async ({ page }, info) => {
  await select(page, 'docs', 'notes.md');
  await act(page, 'Download');
  await expect(page.getByRole('radio')).toHaveCount(9);
  await inspectScreen(page, info, 'download');
});

test('the details of a file, a folder and several items', async ({ page }, info) => {
  await select(page, 'report.tar.gz');
  await act(page, 'Info');
  await expect(page.getByText('Not shared')).toBeVisible();
  await inspectScreen(page, info, 'info-file');
  await page.getByText('Advanced').click();
  await page.getByRole('button', { name: 'Calculate all' }).click();
  await expect(page.getByRole('button', { name: 'Copy SHA-512' })).toBeVisible();
  await inspectScreen(page, info, 'info-checksums');

  const next = async (first: string, ...others: string[]) => {
    if (isNarrow(page)) {
      // The dialog of a narrow window is opened for each selection.
      await page.keyboard.press('Escape');
      await select(page, first, ...others);
      await act(page, 'Info');
      return;
    }
    // The panel follows the selection. Escape would close it, because the focus is inside.
    await rowOf(page, first).click();
    for (const name of others) await rowOf(page, name).click({ modifiers: ['Control'] });
  };
  const details = page.getByRole(isNarrow(page) ? 'dialog' : 'complementary').last();
  await next('docs');
  await expect(details.getByText('1 folder, 2 files')).toBeVisible();
  await inspectScreen(page, info, 'info-folder');

  await next('docs', 'notes.md');
  await expect(details.getByText('2 folders, 3 files')).toBeVisible();
  await inspectScreen(page, info, 'info-many');
});

test('the help and the menus', async ({ page }, info) => {
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await inspectScreen(page, info, 'help');
  await page.keyboard.press('Escape');

  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Actions for this folder' }).click();
  } else {
    await rowOf(page, 'notes.md').click({ button: 'right' });
  }
  await expect(page.getByRole('menu')).toBeVisible();
  await inspectScreen(page, info, 'verbs');
});

test('the result of a failed deletion', async ({ page, browserErrors }, info) => {
  browserErrors.expect(/403/);
  await page.route('**/api/resources/docs?*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 403, body: '403 Forbidden\n' })
      : route.fallback(),
  );
  await select(page, 'docs', 'music');
  await act(page, 'Move to trash');
  await expect(page.getByRole('dialog', { name: 'Couldn’t delete 1 of 2 items' })).toBeVisible();
  await expect(rowOf(page, 'docs')).toBeVisible();
  await expect(rowOf(page, 'music')).toHaveCount(0);
  await inspectScreen(page, info, 'failures');
});
