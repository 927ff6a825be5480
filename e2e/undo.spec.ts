import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import {
  expectFolder,
  isNarrow,
  logInAt,
  makeFolder,
  openEntry,
  pick,
  rowOf,
  uploadsEnded,
} from './support/pages.ts';

const UGLY = 'a #1 100%? “b” 🙂 שלום.txt';

const news = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const undoIn = (page: Page, text: string | RegExp) =>
  news(page).getByRole('listitem').filter({ hasText: text }).getByRole('button', { name: 'Undo' });

async function rename(page: Page, from: string, to: string): Promise<void> {
  await rowOf(page, from).focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name' }).fill(to);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, to)).toBeVisible();
}

/** Puts an entry of the home folder into another one with the clipboard, and goes back. */
async function transfer(page: Page, name: string, keys: 'Control+c' | 'Control+x', to: string) {
  await rowOf(page, name).focus();
  await page.keyboard.press(keys);
  await openEntry(page, to);
  await expectFolder(page, to);
  // The title comes before the contents.
  const contents = page.getByRole('grid', { name: to }).or(page.getByText('It feels lonely here'));
  await expect(contents).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect(rowOf(page, name)).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, to)).toBeVisible();
}

test('Undo in the message takes back a rename, a new folder and an upload', async ({
  page,
  server,
}) => {
  server.put({ [UGLY]: 'ugly' });
  await logInAt(page, '/files/', server.admin);
  await rename(page, UGLY, 'plain.txt');
  await undoIn(page, 'Renamed to').click();
  await expect(rowOf(page, UGLY)).toBeVisible();
  expect(server.pathsOnDisk()).toEqual([UGLY]);

  await makeFolder(page, 'trip');
  await undoIn(page, 'created').click();
  await expect(rowOf(page, 'trip')).toBeHidden();
  await expect.poll(() => server.pathsOnDisk()).toEqual([UGLY]);

  const files = ['one.txt', 'two.txt'].map((name) => join(server.scratch, name));
  for (const file of files) writeFileSync(file, file);
  await (await pick(page, 'files')).setFiles(files);
  await uploadsEnded(page);
  await expect(rowOf(page, 'two.txt')).toBeVisible();
  await undoIn(page, '2 files uploaded').click();
  await expect(rowOf(page, 'one.txt')).toBeHidden();
  await expect.poll(() => server.pathsOnDisk()).toEqual([UGLY]);
});

test('Ctrl+Z takes back action by action, and a file that was replaced has its contents again', async ({
  page,
  server,
}) => {
  server.put({ 'plan.txt': 'old', 'docs/': '', 'other.txt': 'x' });
  await logInAt(page, '/files/', server.admin);
  const changed = join(server.scratch, 'plan.txt');
  writeFileSync(changed, 'new contents');
  await (await pick(page, 'files')).setFiles(changed);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').first().selectOption({ label: 'Replace' });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect.poll(() => server.textOf('plan.txt')).toBe('new contents');
  await expect(news(page)).toContainText('1 file uploaded');
  await rowOf(page, 'other.txt').focus();
  await page.keyboard.press('Delete');
  await expect(rowOf(page, 'other.txt')).toBeHidden();
  await expect(news(page)).toContainText('moved to trash');

  await page.keyboard.press('Control+z');
  await expect(news(page)).toContainText('Undone: Deleted other.txt');
  await expect(rowOf(page, 'other.txt')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(news(page)).toContainText('Undone: Replaced plan.txt');
  await expect.poll(() => server.textOf('plan.txt')).toBe('old');
});

test('the history lists moves and copies, undoes them, and says why one cannot be undone', async ({
  page,
  server,
}, info) => {
  server.put({ 'a.txt': 'a', [UGLY]: 'b', 'docs/': '' });
  await logInAt(page, '/files/', server.admin);
  await transfer(page, 'a.txt', 'Control+x', 'docs');
  await transfer(page, UGLY, 'Control+c', 'docs');
  await page.goto('/history');
  const actions = page.locator('[data-part="action"]');
  await expect(actions).toHaveCount(2);
  await inspectScreen(page, info, 'history');
  await expect(actions.nth(1)).toContainText('Moved a.txt to “docs”');
  await actions.nth(1).getByRole('button', { name: /^Undo/ }).click();
  await expect(actions.nth(1)).toContainText('Undone');
  await expect.poll(() => server.pathsOnDisk()).toContain('a.txt');

  // Someone has changed the copy.
  server.put({ [`docs/${UGLY}`]: 'changed by another program' });
  await actions.first().getByRole('button', { name: /^Undo/ }).click();
  await expect(news(page)).toContainText('It has changed since.');
  await expect(actions.first()).toContainText('Can’t be undone.');
  expect(server.textOf(`docs/${UGLY}`)).toBe('changed by another program');

  // Changes of other tabs appear by themselves.
  const other = await page.context().newPage();
  await other.goto('/files/');
  await makeFolder(other, 'from another tab');
  await expect(actions).toHaveCount(3);
  await expect(actions.first()).toContainText('Created folder from another tab');
  if (!isNarrow(page)) {
    await actions.first().getByRole('button', { name: /^Undo/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(actions.nth(1).getByRole('link')).toBeFocused();
  }
  await inspectScreen(page, info, 'history-states');
});
