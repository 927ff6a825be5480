import { boxOf } from './support/box-of.ts';
import { putDocuments } from './support/documents.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { logInAt } from './support/pages.ts';
import { takePicture } from './support/pictures.ts';

test('a table is mirrored in right-to-left languages', async ({ page, server }, info) => {
  putDocuments(server);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => (document.documentElement.dir = 'rtl'));
  });
  await logInAt(page, '/files/docs/table.csv', server.admin);
  const header = page.getByRole('columnheader', { name: 'Town' });
  await expect(header).toBeVisible();
  const below = page.getByRole('gridcell', { name: 'Praha' });
  expect((await boxOf(below)).x).toBe((await boxOf(header)).x);
  await takePicture(page, info, 'document-table-rtl');
});

test('documents, tables, fonts and large texts', async ({ page, server, browserErrors }, info) => {
  test.setTimeout(180_000);
  browserErrors.expect(/font|OTS/i);
  putDocuments(server);
  server.put({ 'docs/long.log': '2026-01-02 03:04:05 something has happened\n'.repeat(300_000) });
  await logInAt(page, '/files/docs/guide.md', server.admin);
  await expect(page.getByRole('heading', { name: 'A guide' })).toBeVisible();
  await inspectScreen(page, info, 'document-markdown');

  await page.goto('/files/docs/table.csv');
  await expect(page.getByRole('gridcell', { name: 'Praha' })).toBeVisible();
  await inspectScreen(page, info, 'document-table');

  await page.goto('/files/docs/font.ttf');
  await expect(page.getByLabel('Sample text')).toBeVisible();
  await inspectScreen(page, info, 'document-font');

  await page.goto('/files/docs/long.log');
  await expect(page.getByText('Showing the first')).toBeVisible();
  await inspectScreen(page, info, 'document-large-text');

  await page.goto('/files/docs/paper.pdf');
  await expect(page.getByText('Page 1', { exact: true })).toBeAttached();
  await inspectScreen(page, info, 'document-pdf');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('page 2');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 11');
  await inspectScreen(page, info, 'document-pdf-find');
  await page.keyboard.press('Escape');
  const tools = page.getByRole('button', { name: 'Document tools' });
  if (await tools.isVisible()) await tools.click();
  await page
    .getByRole('button', { name: 'Table of contents' })
    .or(page.getByRole('menuitemcheckbox', { name: 'Table of contents' }))
    .click();
  await expect(page.getByRole('button', { name: 'Chapter 30' })).toBeVisible();
  await inspectScreen(page, info, 'document-pdf-contents');

  await page.goto('/files/docs/locked.pdf');
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await inspectScreen(page, info, 'document-pdf-locked');

  await page.goto('/files/docs/broken.ttf');
  await expect(page.getByText('This font is damaged')).toBeVisible();
  await inspectScreen(page, info, 'document-facts');

  await page.goto('/files/docs/empty.csv');
  await expect(page.getByText('This file is empty.')).toBeVisible();
  await inspectScreen(page, info, 'document-empty-table');
});
