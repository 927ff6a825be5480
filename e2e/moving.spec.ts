import type { Locator, Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boxOf } from './support/box-of.ts';
import { refusal } from './support/browser-errors.ts';
import { drag, hold, moveOver } from './support/drag.ts';
import { expect, test } from './support/journey.ts';
import { expectFolder, expectFocusSomewhere, logInAt, makeFolder } from './support/pages.ts';

const FILES = {
  'docs/b.txt': 'the one in docs',
  'docs/deep/er/x.txt': 'x',
  'music/song.mp3': 'la la',
  'a.txt': 'a',
  'b.txt': 'the one at home',
  'c.txt': 'c',
};

const toastOf = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const crumb = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name });

/** The part of a `LayoutShift` entry that the test reads. */
interface Shift {
  readonly sources: readonly { readonly node: Node | null }[];
}

test.beforeEach(async ({ page, server }) => {
  server.put(FILES);
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'a.txt')).toBeVisible();
});

test('a row dragged onto a folder moves there', async ({ page, server }) => {
  await drag(page, nameIn(page, 'a.txt'), rowOf(page, 'docs'));
  await expect(toastOf(page)).toContainText(/Moved .*a\.txt.* to .*docs/);
  await expect(rowOf(page, 'a.txt')).toBeHidden();
  expect(server.isOnDisk('docs/a.txt')).toBe(true);
  expect(server.isOnDisk('a.txt')).toBe(false);
  await toastOf(page).getByRole('button', { name: 'Show' }).click();
  await expectFolder(page, 'docs');
  await expect(rowOf(page, 'a.txt')).toHaveAttribute('aria-selected', 'true');
});

test('a selection is dragged together, and Ctrl copies it', async ({ page, server }) => {
  await rowOf(page, 'a.txt').click();
  await rowOf(page, 'c.txt').click({ modifiers: ['Shift'] });
  await rowOf(page, 'b.txt').click({ modifiers: ['Control'] });
  await page.keyboard.down('Control');
  await drag(page, nameIn(page, 'c.txt'), rowOf(page, 'music'));
  await page.keyboard.up('Control');
  await expect(toastOf(page)).toContainText(/Copied 2 items to .*music/);
  expect(server.isOnDisk('music/a.txt') && server.isOnDisk('a.txt')).toBe(true);
});

test('breadcrumbs and "My files" accept dropped items', async ({ page, server }) => {
  await page.goto('/files/docs/deep/er/');
  await drag(page, nameIn(page, 'x.txt'), crumb(page, 'docs'));
  await expect(toastOf(page)).toContainText(/Moved .*x\.txt.* to .*docs/);
  expect(server.isOnDisk('docs/x.txt')).toBe(true);
  await page.goto('/files/docs/');
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await drag(page, nameIn(page, 'x.txt'), sidebar.getByRole('link', { name: 'My files' }));
  await expect(rowOf(page, 'x.txt')).toBeHidden();
  expect(server.isOnDisk('x.txt')).toBe(true);
});

test('folders of the tree accept dropped items, also while something is selected', async ({
  page,
  server,
}) => {
  await rowOf(page, 'a.txt').click();
  const tree = page.getByRole('tree', { name: 'Folders' });
  await drag(page, nameIn(page, 'a.txt'), tree.getByRole('treeitem', { name: 'music' }));
  await expect(toastOf(page)).toContainText(/Moved .*a\.txt.* to .*music/);
  expect(server.isOnDisk('music/a.txt')).toBe(true);
});

test('the tree opens folders, follows the displayed one, and shows what is created', async ({
  page,
}) => {
  const tree = page.getByRole('tree', { name: 'Folders' });
  const names = () =>
    tree.getByRole('treeitem').evaluateAll((items) => items.map((item) => item.ariaLabel));
  await expect.poll(names).toEqual(['docs', 'music']);

  await tree.getByRole('button', { name: 'Expand docs' }).click();
  await expect.poll(names).toEqual(['docs', 'deep', 'music']);
  await tree.getByRole('treeitem', { name: 'deep' }).click();
  await expectFolder(page, 'deep');
  await expect(tree.locator('[aria-current=page]')).toHaveAccessibleName('deep');

  await makeFolder(page, 'new one');
  await tree.getByRole('button', { name: 'Expand deep' }).click();
  await expect.poll(names).toEqual(['docs', 'deep', 'er', 'new one', 'music']);

  await tree.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expectFolder(page, 'docs');
  await page.goto('/files/docs/deep/er/');
  await expect(tree.locator('[aria-current=page]')).toHaveAccessibleName('er');
});

test('the tree comes right after the listing, with the open folder in it, and moves nothing', async ({
  page,
}) => {
  // Parts that are loaded ahead do not bring the tree.
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((run: () => void, ms?: number) =>
      ms === 1_500 ? 0 : later(run, ms)) as typeof window.setTimeout;
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as (PerformanceEntry & Shift)[]) {
        shifts.push(...sources.map(({ node }) => node?.textContent ?? ''));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/files/docs/deep/');
  const tree = page.getByRole('tree', { name: 'Folders' });
  await expect(tree.locator('[aria-current=page]')).toHaveAccessibleName('deep');
  await expect(tree.getByRole('treeitem', { name: 'music' })).toBeVisible();
  const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
  expect(shifts.filter((text) => /Trash|Settings|Folders/.test(text))).toEqual([]);
});

test('a folder opens while an item hovers over it, and accepts the item', async ({
  page,
  server,
}) => {
  await hold(page, nameIn(page, 'a.txt'), rowOf(page, 'docs'));
  await expectFolder(page, 'docs');
  await moveOver(page, rowOf(page, 'deep'));
  await page.mouse.up();
  await expect(toastOf(page)).toContainText(/Moved .*a\.txt.* to .*deep/);
  expect(server.isOnDisk('docs/deep/a.txt')).toBe(true);
});

test('dropping a folder on itself, or an item in its own folder, does nothing', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await drag(page, nameIn(page, 'docs'), rowOf(page, 'docs'));
  await drag(page, nameIn(page, 'a.txt'), rowOf(page, 'b.txt'));
  await expect(rowOf(page, 'docs')).toBeVisible();
  expect(sent).not.toContain('PATCH');
});

test('with Ctrl, an item dropped in its own folder is copied under a new name', async ({
  page,
  server,
}) => {
  await page.keyboard.down('Control');
  await drag(page, nameIn(page, 'a.txt'), rowOf(page, 'b.txt'));
  await page.keyboard.up('Control');
  await expect(rowOf(page, 'a(1).txt')).toBeVisible();
  expect(server.isOnDisk('a.txt') && server.isOnDisk('a(1).txt')).toBe(true);
});

test('an existing name asks, and keeping both loses nothing', async ({ page, server }) => {
  await drag(page, nameIn(page, 'b.txt'), rowOf(page, 'docs'));
  const asked = page.getByRole('dialog', { name: /b\.txt.* already exists/ });
  await expect(asked).toBeVisible();
  await asked.getByRole('button', { name: 'Move' }).click();
  await expect(toastOf(page)).toContainText('Moved');
  expect(server.isOnDisk('docs/b.txt') && server.isOnDisk('docs/b(1).txt')).toBe(true);
});

test('two folders of the same name are merged', async ({ page, server }) => {
  server.put({ 'music/docs/new.txt': 'new' });
  await drag(page, nameIn(page, 'docs'), rowOf(page, 'music'));
  const asked = page.getByRole('dialog', { name: /docs.* already exists/ });
  await asked.getByRole('combobox').selectOption('Merge');
  await asked.getByRole('button', { name: 'Move' }).click();
  await expect(rowOf(page, 'docs')).toBeHidden();
  expect(server.pathsOnDisk()).toEqual(
    expect.arrayContaining(['music/docs/b.txt', 'music/docs/new.txt', 'music/docs/deep/er/x.txt']),
  );
});

test('items are cut and pasted in another folder by keyboard', async ({ page, server }) => {
  await rowOf(page, 'docs').focus();
  await page.keyboard.press('End');
  await expect(rowOf(page, 'c.txt')).toBeFocused();
  await page.keyboard.press('Control+x');
  await expect(rowOf(page, 'c.txt')).toHaveAttribute('data-cut');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expectFolder(page, 'docs');
  await expect(rowOf(page, 'deep')).toBeFocused();
  await page.keyboard.press('Control+v');
  await expect(rowOf(page, 'c.txt')).toBeFocused();
  await expect(rowOf(page, 'c.txt')).toHaveAttribute('aria-selected', 'true');
  expect(server.isOnDisk('docs/c.txt')).toBe(true);
  expect(server.isOnDisk('c.txt')).toBe(false);
});

test('the picker finds and creates a folder by keyboard', async ({ page, server }) => {
  await rowOf(page, 'a.txt').click();
  await page.getByRole('button', { name: 'Move to…' }).click();
  const picker = page.getByRole('dialog', { name: /^Move/ });
  await expect(picker.getByRole('tree')).toBeFocused();
  await expect(picker.getByRole('treeitem', { name: 'music' })).toBeVisible();
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  await expect(picker.getByText('No folders here.')).toBeVisible();
  await expect(picker.getByRole('tree')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('new');
  await page.keyboard.press('Enter');
  await expect(picker.getByRole('treeitem', { name: 'new' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await picker.getByRole('button', { name: 'Move here' }).press('Enter');
  await expect(toastOf(page)).toContainText(/Moved .*a\.txt.* to .*new/);
  expect(server.isOnDisk('music/new/a.txt')).toBe(true);
  await expectFocusSomewhere(page);
});

test('an item created meanwhile by another user is asked about, not overwritten', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(409));
  await page.route('**/api/resources/a.txt?*', async (route) => {
    server.put({ 'docs/a.txt': 'quicker' });
    await route.continue();
  });
  await drag(page, nameIn(page, 'a.txt'), rowOf(page, 'docs'));
  await expect(page.getByRole('dialog', { name: /a\.txt.* already exists/ })).toBeVisible();
  expect(server.isOnDisk('a.txt')).toBe(true);
});

test('files dropped from outside are uploaded into the folder below them', async ({
  page,
  server,
}) => {
  const path = join(server.scratch, 'outside.txt');
  writeFileSync(path, 'from outside');
  const target = await boxOf(rowOf(page, 'docs'));
  const browser = await page.context().newCDPSession(page);
  const x = target.x + 40;
  const y = target.y + 20;
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  await browser.send('Input.dispatchDragEvent', { type: 'dragEnter', x, y, data });
  // A browser repeats the event while files are held over the page. The drop zone is loaded after the listing.
  await expect(async () => {
    await browser.send('Input.dispatchDragEvent', { type: 'dragOver', x, y, data });
    await expect(page.locator('[data-part="drop-zone"]')).toContainText('docs', { timeout: 500 });
  }).toPass();
  await browser.send('Input.dispatchDragEvent', { type: 'drop', x, y, data });
  await expect.poll(() => server.isOnDisk('docs/outside.txt')).toBe(true);
});

/** Returns the row or tile of an entry, which must be in view. */
function rowOf(page: Page, name: string): Locator {
  return page.locator('[data-index]').filter({ has: page.getByText(name, { exact: true }) });
}

function nameIn(page: Page, name: string): Locator {
  return rowOf(page, name).getByText(name, { exact: true });
}
