import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { boxOf } from './support/box-of.ts';
import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import { drag } from './support/drag.ts';
import { expect, ownServerTest, test } from './support/journey.ts';
import { expectFocusSomewhere, expectFolder, rowOf, logInAt } from './support/pages.ts';
import { UGLY } from './support/ugly-names.ts';
import { partsLoaded } from './support/parts-loaded.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('an item deleted on another page is not renamed, and both pages show the current state', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(404));
  server.put({ [UGLY.marks]: 'marks', [UGLY.emoji]: 'emoji' });
  await logInAt(page, '/files/', server.admin);
  const other = await page.context().newPage();
  await other.goto('/files/');
  await rowOf(other, UGLY.marks).click();
  await other.keyboard.press('F2');
  const field = other.getByRole('textbox', { name: 'Name' });
  await field.fill('too late.txt');

  await rowOf(page, UGLY.marks).click();
  await page.keyboard.press('Delete');
  await expect.poll(() => server.isOnDisk(UGLY.marks)).toBe(false);

  // The other page hears of it, and ends the renaming with the row.
  await expect(field).toHaveCount(0);
  await expect(rowOf(other, UGLY.marks)).toHaveCount(0);
  await expect(rowOf(other, 'too late.txt')).toHaveCount(0);
  expect(server.pathsOnDisk()).toEqual([UGLY.emoji]);
});

test('an item renamed meanwhile is not deleted under its new name', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(404));
  server.put({ [UGLY.lines]: 'lines', 'keep.txt': 'keep' });
  await logInAt(page, '/files/', server.admin);
  await rowOf(page, UGLY.lines).click();
  await rowOf(page, 'keep.txt').click({ modifiers: ['Control'] });
  await page.keyboard.press('Shift+Delete');
  await expect(page.getByRole('dialog', { name: 'Delete 2 items permanently?' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto('/files/');
  await rowOf(other, 'keep.txt').click();
  await other.keyboard.press('F2');
  await other.getByRole('textbox', { name: 'Name' }).fill('kept.txt');
  await other.keyboard.press('Enter');
  await expect.poll(() => server.isOnDisk('kept.txt')).toBe(true);

  await dialog(page).getByRole('button', { name: 'Delete permanently' }).click();
  await expect.poll(() => server.isOnDisk(UGLY.lines)).toBe(false);
  await expect(rowOf(page, 'kept.txt')).toBeVisible();
  expect(server.textOf('kept.txt')).toBe('keep');
});

test('without a connection operations wait, can be cancelled, and continue when it is back', async ({
  page,
  server,
  context,
  browserErrors,
}) => {
  // The server does not know an operation that has never begun.
  for (const expected of [NO_ANSWER, refusal(404)]) browserErrors.expect(expected);
  server.put({ 'docs/': '', [UGLY.marks]: 'marks' });
  await logInAt(page, '/files/', server.admin);
  await rowOf(page, UGLY.marks).click();
  await partsLoaded(page, '/parts-ahead-', '/dialogs-');
  await context.setOffline(true);

  await page.keyboard.press('Control+x');
  await rowOf(page, 'docs').dblclick();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await page.goBack();
  await rowOf(page, UGLY.marks).click();
  await page.keyboard.press('Delete');
  const waiting = page.getByRole('region', { name: /^Waiting for connection/ });
  await waiting.getByRole('button', { name: 'Cancel' }).click();
  await expect(waiting).toBeHidden();
  await expect(rowOf(page, UGLY.marks)).toBeVisible();
  expect(server.textOf(UGLY.marks)).toBe('marks');

  await rowOf(page, UGLY.marks).click();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name' }).fill('renamed.txt');
  await page.keyboard.press('Enter');
  await expect(waiting).toBeVisible();
  expect(server.textOf(UGLY.marks)).toBe('marks');
  await context.setOffline(false);
  await expect(waiting).toBeHidden({ timeout: 30_000 });
  await expect(rowOf(page, 'renamed.txt')).toBeVisible();
  await expect.poll(() => server.textOf('renamed.txt')).toBe('marks');
  await expectFocusSomewhere(page);
});

ownServerTest(
  'a server killed in the middle of a move has every file once, with its bytes',
  async ({ page, server, browserErrors }) => {
    // The page may ask about the operation, which the restarted server does not know.
    const expected = [NO_ANSWER, refusal(401), refusal(404)];
    for (const complaint of expected) browserErrors.expect(complaint);
    const count = 4_000;
    const names = Array.from({ length: count }, (_, n) => `${n} # ${n % 7}%.txt`);
    server.put(Object.fromEntries(names.map((name) => [`album/${name}`, name])));
    server.put({ 'archive/album/there before.txt': 'before' });
    const at = (folder: string) => join(server.root, folder);
    const namesIn = (folder: string) => (existsSync(at(folder)) ? readdirSync(at(folder)) : []);
    await logInAt(page, '/files/', server.admin);

    await drag(page, rowOf(page, 'album').getByText('album'), rowOf(page, 'archive'));
    await dialog(page).getByRole('combobox').selectOption('Merge');
    await dialog(page).getByRole('button', { name: 'Move' }).click();
    await expect
      .poll(() => namesIn('archive/album').length, { intervals: [5] })
      .toBeGreaterThan(50);
    await server.kill();
    // Files that have not arrived are in the source folder or in a hidden temporary one.
    expect(namesIn('archive/album').length).toBeLessThan(count);
    await server.resume();

    await page.goto('/files/archive/album/');
    await expectFolder(page, 'album');
    await expect(page.getByRole('grid')).toBeVisible();
    const isWholeOnce = (name: string) => {
      const [only, ...others] = ['album', 'archive/album']
        .map((folder) => join(folder, name))
        .filter((path) => server.isOnDisk(path));
      return only !== undefined && others.length === 0 && server.textOf(only) === name;
    };
    expect(names.filter((name) => !isWholeOnce(name))).toEqual([]);
    expect(server.textOf('archive/album/there before.txt')).toBe('before');
  },
);

test('without permissions no menu, key or drag offers an operation', async ({ page, server }) => {
  server.put({ 'docs/': '', [UGLY.marks]: 'marks' });
  await logInAt(page, '/files/', await server.addUser('guest', []));
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  const verbs = /Download|Rename|Move|Copy|Cut|Paste|Delete|Upload|New/;

  await rowOf(page, UGLY.marks).click();
  await expect(page.getByRole('button', { name: verbs })).toHaveCount(0);
  for (const key of ['F2', 'Delete', 'Control+s', 'Control+c', 'Control+x', 'Control+v']) {
    await page.keyboard.press(key);
    await expect(dialog(page)).toHaveCount(0);
  }
  await rowOf(page, UGLY.marks).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Info' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: verbs })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const from = await boxOf(rowOf(page, UGLY.marks));
  const to = await boxOf(rowOf(page, 'docs'));
  await page.mouse.move(from.x + 60, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 20, { steps: 6 });
  await page.mouse.up();
  await expect(toast(page).getByRole('listitem')).toHaveCount(0);
  expect(sent.filter((method) => method !== 'GET')).toEqual([]);
  expect(server.pathsOnDisk()).toEqual(['docs', UGLY.marks].toSorted());
});
