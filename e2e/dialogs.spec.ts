import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { refusal } from './support/browser-errors.ts';
import { expect, test } from './support/journey.ts';
import { openEntry, rowOf, logInAt } from './support/pages.ts';

test.beforeEach(async ({ page, server }) => {
  server.put({ 'docs/a.txt': 'a', 'a.txt': 'aa', 'b,c.txt': 'bb', 'c.txt': 'cc', 'd.txt': 'dd' });
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'a.txt')).toBeVisible();
});

test('a file is renamed and deleted by keyboard, and the focus follows', async ({
  page,
  server,
}) => {
  await rowOf(page, 'c.txt').focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('bb');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'bb.txt')).toBeFocused();
  await expect.poll(() => existsSync(join(server.root, 'bb.txt'))).toBe(true);
  expect(existsSync(join(server.root, 'c.txt'))).toBe(false);

  await page.keyboard.press('Shift+Delete');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, 'bb.txt')).toBeFocused();

  await page.keyboard.press('Shift+Delete');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'bb.txt')).toHaveCount(0);
  await expect(rowOf(page, 'c.txt')).toHaveCount(0);
  await expect(rowOf(page, 'd.txt')).toBeFocused();
  await expect(page.getByText('deleted.')).toBeVisible();
  await expect.poll(() => existsSync(join(server.root, 'bb.txt'))).toBe(false);
});

test('after the last item or its folder is deleted, the focus stays in the content', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(404));
  const content = page.getByRole('main');
  await openEntry(page, 'docs');
  for (const leaves of ['nothing', 'no folder']) {
    server.put({ 'docs/a.txt': 'a' });
    await page.reload();
    await rowOf(page, 'a.txt').click();
    await page.keyboard.press('Shift+Delete');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    if (leaves === 'no folder') rmSync(join(server.root, 'docs'), { recursive: true });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText(leaves === 'nothing' ? 'lonely here' : 'Not found')).toBeVisible();
    await expect(content, leaves).toBeFocused();
    // The page shows the result before the server has it.
    await expect.poll(() => server.isOnDisk('docs/a.txt')).toBe(false);
  }
});

test('a name can be changed in case only', async ({ page, server }) => {
  await rowOf(page, 'd.txt').click();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name' }).fill('D.TXT');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'D.TXT')).toBeFocused();
  await expect.poll(() => readdirSync(server.root)).toContain('D.TXT');
});

test('several items are downloaded as one archive, in the last used format', async ({
  page,
  server,
}) => {
  const download = async (name: string) => {
    await page.keyboard.press('Control+s');
    await page.getByRole('radio', { name }).check();
    const begun = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const target = join(server.scratch, name);
    await (await begun).saveAs(target);
    return target;
  };
  await rowOf(page, 'b,c.txt').click();
  await rowOf(page, 'docs').click({ modifiers: ['Control'] });
  const archive = await download('.tar.gz');
  const members = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).split('\n');
  expect(members).toEqual(expect.arrayContaining(['b,c.txt', 'docs/a.txt']));

  await rowOf(page, 'docs').click();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('radio', { name: '.tar.gz' })).toBeChecked();
  await expect(page.getByRole('radio', { name: '.tar.gz' })).toBeFocused();
});

test('keys select and clear all, and a bar shows the number', async ({ page }) => {
  await page.getByRole('button', { name: 'Info' }).focus();
  await page.keyboard.press('Control+a');
  await expect(page.locator('[aria-selected=true]')).toHaveCount(5);
  await page.keyboard.press('Escape');
  await expect(page.locator('[aria-selected=true]')).toHaveCount(0);

  const bar = page.getByRole('region', { name: 'Selection', exact: true });
  await page.keyboard.press('Control+a');
  await page.setViewportSize({ width: 736, height: 900 });
  await expect(bar).toContainText('5 items selected');
  await expect(bar.getByRole('button', { name: 'Move to trash' })).toBeVisible();
  await page.setViewportSize({ width: 1_280, height: 900 });
  await expect(bar).toContainText('5');
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
});

test('shortcuts are off while a name is typed', async ({ page }) => {
  await rowOf(page, 'a.txt').click();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await expect(field).toHaveValue('.txt');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
