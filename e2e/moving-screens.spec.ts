import type { Locator, Page } from '@playwright/test';
import { hold } from './support/drag.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { isNarrow, logInAt } from './support/pages.ts';
import { takePicture } from './support/pictures.ts';

const FILES = {
  'Documents/Letters/2026/may/draft.txt': 'x',
  'Documents/Contracts/': '',
  'Documents/report.pdf': 'old'.repeat(9_000),
  'Documents/Photos/': '',
  'Photos/sea.jpg': 'sea',
  'Music/': '',
  'Projects/': '',
  'שלום/': '',
  [`${'a very long name '.repeat(10)}/`]: '',
  'report.pdf': 'new'.repeat(40_000),
  'notes.md': '# notes',
};

function entry(page: Page, name: string): Locator {
  return page.locator('[data-index]').filter({ has: page.getByText(name, { exact: true }) });
}

async function select(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await entry(page, name).click({ modifiers: ['Control'] });
}

test.beforeEach(async ({ page, server }) => {
  server.put(FILES);
  await logInAt(page, '/files/', server.admin);
  await expect(entry(page, 'notes.md')).toBeVisible();
});

test('the folder picker', async ({ page }, info) => {
  await select(page, 'Photos');
  await page.getByRole('button', { name: 'Move to…' }).click();
  const picker = page.getByRole('dialog', { name: /^Move/ });
  await expect(picker.getByRole('treeitem', { name: 'Documents' })).toBeVisible();
  await inspectScreen(page, info, 'picker');

  await picker.getByRole('treeitem', { name: 'Documents' }).click();
  await inspectScreen(page, info, 'picker-chosen');
  for (const name of ['Documents', 'Letters', '2026', 'may']) {
    await picker.getByRole('treeitem', { name }).dblclick();
  }
  await expect(picker.getByText('No folders here.')).toBeVisible();
  await inspectScreen(page, info, 'picker-empty');

  await picker.getByRole('treeitem', { name: 'My files' }).click();
  await picker.getByRole('button', { name: 'New folder' }).click();
  await picker.getByRole('textbox').fill('Music');
  await expect(picker.getByRole('alert')).not.toBeEmpty();
  await inspectScreen(page, info, 'picker-new-folder');
});

test('existing names at the destination', async ({ page }, info) => {
  await select(page, 'report.pdf');
  await copyTo(page, 'Documents');
  const one = page.getByRole('dialog', { name: /already exists/ });
  await expect(one).toBeVisible();
  await inspectScreen(page, info, 'taken-one');
  await page.keyboard.press('Escape');

  await select(page, 'Photos');
  await copyTo(page, 'Documents');
  const both = page.getByRole('dialog', { name: '2 items already exist' });
  await expect(both).toBeVisible();
  await inspectScreen(page, info, 'taken-many');
});

test('a long operation, and its result', async ({ page, server }, info) => {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const keys: string[] = [];
  await page.route('**/api/resources/**action=copy**', async (route) => {
    keys.push(route.request().headers()['x-operation'] ?? '');
    await held;
    await route.continue();
  });
  await page.route('**/api/operations/*', async (route) =>
    route.fulfill({
      json: {
        state: 'running',
        key: 'held',
        kind: 'copy',
        from: '/report.pdf',
        entries: 1,
        bytes: 1,
      },
    }),
  );
  await page.route('**/api/operations', async (route) =>
    route.fulfill({
      json: keys.map((key) => ({
        key,
        kind: 'copy',
        from: '/report.pdf',
        entries: 1,
        totalEntries: 2,
        bytes: 734_003_200,
        totalBytes: 2_147_483_648,
      })),
    }),
  );
  server.put({ 'Music/taken.mp3': 'x' });
  await select(page, 'report.pdf', 'notes.md');
  await copyTo(page, 'Music');
  const card = page.getByRole('region', { name: /^Copying/ });
  await expect(card.getByText('34%')).toBeVisible();
  await inspectScreen(page, info, 'act');
  await card.getByRole('button', { name: 'Show less' }).click();
  await inspectScreen(page, info, 'act-collapsed');

  letGo();
  await expect(card).toBeHidden();
  await expect(page.getByText(/Copied 2 items to/)).toBeVisible();
  await inspectScreen(page, info, 'act-done');
});

test('cut items', async ({ page }, info) => {
  await select(page, 'report.pdf', 'Photos');
  await page.keyboard.press('Control+x');
  await page.keyboard.press('Escape');
  await expect(entry(page, 'Photos')).toHaveAttribute('data-cut');
  await inspectScreen(page, info, 'cut');
});

test('dragging', async ({ page }, info) => {
  test.skip(isNarrow(page), 'a finger scrolls; it moves things by the picker');
  await select(page, 'notes.md', 'report.pdf');
  const name = entry(page, 'notes.md').getByText('notes.md', { exact: true });
  await hold(page, name, entry(page, 'Documents'));
  await expect(entry(page, 'Documents')).toHaveAttribute('data-drop-over');
  await takePicture(page, info, 'dragging');
  await page.keyboard.press('Escape');
});

async function copyTo(page: Page, folder: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Copy to…' });
  const more = page.getByRole('button', { name: 'More actions' });
  await expect(button.or(more).first()).toBeVisible();
  if (await button.isVisible()) await button.click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name: 'Copy to…' }).click();
  }
  const picker = page.getByRole('dialog', { name: /^Copy/ });
  await picker.getByRole('treeitem', { name: folder }).click();
  await picker.getByRole('button', { name: 'Copy here' }).click();
}
