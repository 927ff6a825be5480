import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { openEntry, rowOf, logInAt } from './support/pages.ts';
import { openSearch, result, searchField } from './support/search.ts';

const links = (page: Page) => page.getByRole('listitem', { name: /^Share link/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Share/ });
const moreActions = (page: Page) => dialog(page).getByRole('button', { name: 'More actions' });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function share(page: Page, name: string): Promise<void> {
  await rowOf(page, name).focus();
  await page.keyboard.press('Control+Shift+S');
  await expect(dialog(page)).toBeVisible();
}

async function chooseAction(page: Page, name: string): Promise<void> {
  await moreActions(page).click();
  await page.getByRole('menuitem', { name }).click();
}

test.beforeEach(async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  server.put({
    'Photos/beach.txt': 'sand',
    'Photos/shell.bin': 'x\0',
    'report.txt': 'all is well',
    'ö & ü #1?.txt': 'signs',
  });
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'Photos')).toBeVisible();
});

test('a share is created and copied by keyboard, and opens the file for visitors', async ({
  page,
  request,
}) => {
  await share(page, 'ö & ü #1?.txt');
  await expect(page.getByRole('radio', { name: 'Never' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '1 day' })).toBeChecked();
  await page.keyboard.press('Enter');

  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused();
  const address = await clipboard(page);
  expect(new URL(address).pathname).toMatch(/^\/share\/[\w-]{22}$/);
  const opened = await request.get(address);
  expect(opened.status()).toBe(200);
  expect(opened.headers()['content-type']).toContain('text/html');

  await page.keyboard.press('Tab');
  await expect(moreActions(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit share link' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(moreActions(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('c');
  await expect(page.getByRole('menuitem', { name: 'Copy download link' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => clipboard(page)).not.toBe(address);
  await expect(dialog(page).getByRole('button', { name: 'Copied' })).toBeFocused();
  const bytes = await request.get(await clipboard(page));
  expect(await bytes.text()).toBe('signs');
  expect(bytes.headers()['content-disposition']).toContain('attachment');

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(rowOf(page, 'ö & ü #1?.txt')).toBeFocused();
});

test('a generated password opens the share, and no other one does', async ({ page, request }) => {
  await share(page, 'Photos');
  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByRole('button', { name: 'Create and copy link' }).click();
  // The form has a button of this name too, until the share exists.
  await links(page).getByRole('button', { name: 'Copy password' }).click();
  await expect.poll(() => clipboard(page)).toMatch(/^\w{4}(-\w{4}){3}$/);
  const password = await clipboard(page);
  const hash = await links(page).getByRole('link').locator('bdi').last().innerText();

  const ask = (typed: string) =>
    request.get(`/api/public/share/${hash}/beach.txt`, {
      headers: { 'X-SHARE-PASSWORD': encodeURIComponent(typed) },
    });
  expect((await ask('')).status()).toBe(401);
  expect((await ask(`${password}x`)).status()).toBe(401);
  expect((await ask(password)).status()).toBe(200);
});

test('a deleted share is gone for everyone, and the dialog shows its form again', async ({
  page,
  request,
}) => {
  await share(page, 'report.txt');
  await page.getByRole('button', { name: 'Create and copy link' }).click();
  const hash = await links(page).getByRole('link').locator('bdi').last().innerText();
  const url = `/api/public/share/${hash}`;
  expect((await request.get(url)).status()).toBe(200);

  await chooseAction(page, 'Delete share link');
  await expect(page.getByRole('button', { name: 'Keep share link' })).toBeFocused();
  await page
    .getByRole('group', { name: 'Delete share link' })
    .getByText('Delete share link')
    .click();
  await expect(page.getByRole('radio', { name: 'Never' })).toBeFocused();
  expect((await request.get(url)).status()).toBe(404);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test('a share keeps its file when it is renamed, and asks before another file takes its place', async ({
  page,
  request,
  server,
}) => {
  await share(page, 'report.txt');
  await page.getByRole('button', { name: 'Create and copy link' }).click();
  const hash = await links(page).getByRole('link').locator('bdi').last().innerText();
  await page.keyboard.press('Escape');
  await rowOf(page, 'report.txt').focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name' }).fill('final.txt');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'final.txt')).toBeFocused();
  await expect.poll(() => existsSync(join(server.root, 'final.txt'))).toBe(true);
  const download = () => request.get(`/api/public/dl/${hash}/any.txt`);
  await expect.poll(async () => (await download()).text()).toBe('all is well');

  rmSync(join(server.root, 'final.txt'));
  server.put({ 'in its place.txt': 'x', 'final.txt': 'another one' });
  expect((await download()).status()).toBe(404);
  await share(page, 'final.txt');
  await page.getByRole('button', { name: 'Share the current file' }).click();
  await expect(page.getByText('A different item now has this name.')).toBeHidden();
  expect(await (await download()).text()).toBe('another one');
});

test('previewed files and shown folders can be shared', async ({ page }) => {
  await page.goto('/files/Photos/');
  await page
    .getByRole('toolbar', { name: 'Actions' })
    .getByRole('button', { name: 'Share' })
    .click();
  await expect(page.getByRole('dialog', { name: /Photos/ })).toBeVisible();
  await expect(page.getByText(/everything in “.*Photos.*”/)).toBeVisible();
  await page.keyboard.press('Escape');

  await openEntry(page, 'shell.bin');
  await expect(page.getByText('No preview for this type of file.')).toBeVisible();
  await page.keyboard.press('Control+Shift+S');
  await expect(page.getByRole('dialog', { name: /^Share .*shell\.bin/ })).toBeVisible();
  await page.getByRole('button', { name: 'Create and copy link' }).click();
  await moreActions(page).click();
  await expect(page.getByRole('menuitem', { name: 'Copy download link' })).toBeVisible();
});

test('a share gets a password and another end later, and its visitors notice', async ({
  page,
  request,
}) => {
  await share(page, 'report.txt');
  await page.getByRole('button', { name: 'Create and copy link' }).click();
  await expect(page.getByText('Permanent')).toBeVisible();
  const hash = (
    await page.getByRole('listitem', { name: /^Share link/ }).getAttribute('aria-label')
  )
    ?.split(' ')
    .at(-1);
  expect((await request.get(`/api/public/share/${hash}`)).status()).toBe(200);

  await chooseAction(page, 'Edit share link');
  await expect(page.getByRole('radio', { name: 'Unchanged' })).toBeFocused();
  await page.getByRole('radio', { name: '7 days' }).check();
  await page.getByLabel('Password (optional)').fill('open sesame');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Expires in 7 days')).toBeVisible();
  await expect(page.getByText('Password-protected')).toBeVisible();
  await expect(moreActions(page)).toBeFocused();
  expect((await request.get(`/api/public/share/${hash}`)).status()).toBe(401);
});

test('a search result can be shared, and the results stay', async ({ page, server }) => {
  await server.untilFound('beach', 1);
  await openSearch(page);
  await searchField(page).fill('beach');
  await result(page, 'beach.txt').click();
  await page.keyboard.press('Control+Shift+S');
  await expect(page.getByRole('dialog', { name: /^Share .*beach\.txt/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Never' })).toBeFocused();
  await page.getByRole('button', { name: 'Create and copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(result(page, 'beach.txt')).toBeVisible();
});

test.describe('on a page without HTTPS', () => {
  test('share links can be copied', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await page.reload();
    await share(page, 'report.txt');
    await page.getByRole('button', { name: 'Create and copy link' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused();
    await page.getByRole('button', { name: 'New share link' }).click();
    await page.getByLabel('Password (optional)').focus();
    await page.keyboard.press('Control+v');
    await expect(page.getByLabel('Password (optional)')).toHaveValue(/\/share\/[\w-]{22}$/);
  });
});
