import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { makePdf } from './support/make-pdf.ts';
import { makePicture } from './support/media.ts';
import { isNarrow, logInAt, rowOf } from './support/pages.ts';

test('the trash: its items, a selection, an item, the questions, and no items', async ({
  page,
  server,
}, info) => {
  const long = 'a report of the year, in its last version before it was sent out.txt';
  server.put({ 'docs/sub/a.txt': 'a', 'docs/b.txt': 'b', [long]: 'first line\nsecond line' });
  await logInAt(page, '/files/', server.admin);
  await rowOf(page, long).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('2 items moved to trash.')).toBeVisible();
  await inspectScreen(page, info, 'trash-toast');

  await page.goto('/trash');
  await expect(rowOf(page, 'docs')).toBeVisible();
  await inspectScreen(page, info, 'trash');
  await rowOf(page, long).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('toolbar', { name: 'Actions' })).toContainText('1 selected');
  await inspectScreen(page, info, 'trash-selection');
  await page.keyboard.press('Enter');
  await expect(page.getByText('second line')).toBeVisible();
  await inspectScreen(page, info, 'trash-text');
  await page.keyboard.press('Escape');

  if (isNarrow(page)) {
    await page.keyboard.press('Escape');
    await rowOf(page, 'docs').tap();
  } else await rowOf(page, 'docs').dblclick();
  await page.getByRole('button', { name: /^sub/ }).click();
  await expect(page.getByRole('navigation', { name: 'Path' })).toContainText('sub');
  await inspectScreen(page, info, 'trash-folder');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Empty trash' }).click();
  await expect(page.getByRole('dialog')).toContainText('2 items');
  await inspectScreen(page, info, 'trash-question');
  await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click();
  await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible();
  await inspectScreen(page, info, 'trash-empty');
});

test('a picture in the trash has its thumbnail', async ({ page, server }) => {
  await makePicture(join(server.root, 'sea.png'), { width: 600, height: 400 });
  await logInAt(page, '/files/', server.admin);
  await rowOf(page, 'sea.png').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Delete');
  await expect(page.getByText('“sea.png” moved to trash.')).toBeVisible();
  await page.goto('/trash');
  await expect(rowOf(page, 'sea.png').locator('img')).toHaveJSProperty('naturalWidth', 256);
});

test('a PDF in the trash, whose keys do not restore it', async ({ page, server }, info) => {
  writeFileSync(join(server.root, 'paper.pdf'), makePdf(12));
  await logInAt(page, '/files/', server.admin);
  await rowOf(page, 'paper.pdf').focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('moved to trash.')).toBeVisible();
  await page.goto('/trash');
  await rowOf(page, 'paper.pdf').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Page 1', { exact: true })).toBeAttached();
  await inspectScreen(page, info, 'trash-pdf');
  await dialog.getByRole('textbox', { name: 'Page 1 of 12' }).fill('7');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('group', { name: 'Page 7 of 12' })).toBeInViewport();
  if (isNarrow(page)) {
    await dialog.getByRole('button', { name: 'Document tools' }).click();
    await page.getByRole('menuitem', { name: 'Find in document' }).click();
  } else await page.keyboard.press('Control+f');
  await page.keyboard.type('page 2');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('group', { name: 'Page 2 of 12' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('search')).toBeHidden();
  await expect(dialog).toBeVisible();
});
