import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { NO_ANSWER } from './support/browser-errors.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, ownServerTest, test } from './support/journey.ts';
import { isNarrow, rowOf, logInAt } from './support/pages.ts';

const LONG_NAME =
  'a name that is longer than most names, and goes on for quite a while (final version).pdf';

async function share(page: Page, name: string): Promise<void> {
  await rowOf(page, name).focus();
  await page.keyboard.press('Control+Shift+S');
  await expect(page.getByRole('dialog', { name: /^Share/ })).toBeVisible();
}

const links = (page: Page) => page.getByRole('listitem', { name: /^Share link/ });
const moreActions = (page: Page) =>
  links(page).first().getByRole('button', { name: 'More actions' });
async function chooseAction(page: Page, name: string): Promise<void> {
  await moreActions(page).click();
  await page.getByRole('menuitem', { name }).click();
}
const createShare = (page: Page) =>
  page.getByRole('button', { name: 'Create and copy link' }).click();
const newLink = (page: Page) => page.getByRole('button', { name: 'New share link' }).click();

test.beforeEach(async ({ page, server }) => {
  server.put({
    'Photos/beach.txt': 'x',
    'report.tar.gz': 'x'.repeat(5_000),
    [LONG_NAME]: 'x',
    'תמונות מהטיול (2026)/a.txt': 'x',
  });
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'Photos')).toBeVisible();
});

test('the form of a share explains its effect', async ({ page }, info) => {
  await share(page, 'Photos');
  await expect(page.getByRole('radio', { name: 'Never' })).toBeFocused();
  await inspectScreen(page, info, 'share-form');

  await page.getByRole('radio', { name: 'On a date' }).check();
  await expect(page.getByLabel('Last day')).not.toHaveValue('');
  await inspectScreen(page, info, 'share-form-date');
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.getByLabel('Expires after').fill('2');
  await page.getByLabel('Unit').selectOption('Days');
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByText(/need the password/)).toBeVisible();
  await inspectScreen(page, info, 'share-form-filled');

  await page.getByLabel('Expires after').fill('soon');
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await inspectScreen(page, info, 'share-form-wrong');
  await page.keyboard.press('Escape');

  await share(page, LONG_NAME);
  await inspectScreen(page, info, 'share-form-long-name');
  await page.keyboard.press('Escape');

  await share(page, 'תמונות מהטיול (2026)');
  await inspectScreen(page, info, 'share-form-right-to-left-name');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Escape');
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Actions for this folder' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
  } else {
    await page.getByRole('toolbar').getByRole('button', { name: 'Share' }).click();
  }
  await expect(page.getByText(/whole home folder/)).toBeVisible();
  await inspectScreen(page, info, 'share-form-home');
});

test('the shares of a file, and their operations', async ({ page, request }, info) => {
  await share(page, 'report.tar.gz');
  await page.getByRole('button', { name: 'Generate' }).click();
  await createShare(page);
  await expect(page.getByText('Share link created')).toBeVisible();
  await inspectScreen(page, info, 'share-made');

  await newLink(page);
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.getByLabel('Expires after').fill('3');
  await page.getByLabel('Unit').selectOption('Days');
  await createShare(page);
  await expect(page.getByText('Expires in 3 days')).toBeVisible();
  await newLink(page);
  await createShare(page);
  await expect(links(page)).toHaveCount(3);

  // The newest share is at the top.
  const hash = await links(page).first().getByRole('link').locator('bdi').last().innerText();
  await request.get(`/api/public/share/${hash}`);
  await request.get(`/api/public/dl/${hash}/report.tar.gz`);
  await expect(async () => {
    await page.keyboard.press('Escape');
    await share(page, 'report.tar.gz');
    await expect(page.getByText('Downloaded once')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await inspectScreen(page, info, 'share-list');

  await moreActions(page).click();
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  await inspectScreen(page, info, 'share-list-menu');
  await page.getByRole('menuitem', { name: 'Show QR code' }).click();
  await expect(page.getByRole('img', { name: /^QR code for/ })).toBeVisible();
  await inspectScreen(page, info, 'share-code');
  await chooseAction(page, 'Hide QR code');

  await chooseAction(page, 'Delete share link');
  await expect(page.getByRole('button', { name: 'Keep share link' })).toBeFocused();
  await inspectScreen(page, info, 'share-delete');
});

test('the uses of a share', async ({ page, request }, info) => {
  await share(page, 'Photos');
  await page.getByLabel('Password (optional)').fill('open sesame');
  await createShare(page);
  const hash = await links(page).getByRole('link').locator('bdi').last().innerText();
  await page.keyboard.press('Escape');
  await share(page, 'Photos');
  await chooseAction(page, 'Show activity');
  await expect(page.getByText('This share link hasn’t been used yet.')).toBeVisible();
  await inspectScreen(page, info, 'share-uses-none');
  await page.keyboard.press('Escape');

  const ask = (password: string, path: string) =>
    request.get(path, { headers: { 'X-SHARE-PASSWORD': encodeURIComponent(password) } });
  await ask('wrong', `/api/public/share/${hash}`);
  await ask('open sesame', `/api/public/share/${hash}`);
  await ask('open sesame', `/api/public/dl/${hash}/beach.txt`);
  await ask('open sesame', `/api/public/dl/${hash}/?algo=zip`);
  const uses = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
  await expect(async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await share(page, 'Photos');
    await chooseAction(page, 'Show activity');
    await expect(uses).toHaveCount(4, { timeout: 3_000 });
  }).toPass();
  await inspectScreen(page, info, 'share-uses');
});

ownServerTest(
  'a link whose file was replaced, and one that cannot be asked for',
  async ({ page, server, browserErrors }, info) => {
    browserErrors.expect(NO_ANSWER);
    await share(page, 'report.tar.gz');
    await createShare(page);
    await expect(page.getByText('Share link created')).toBeVisible();
    await page.keyboard.press('Escape');
    rmSync(join(server.root, 'report.tar.gz'));
    server.put({ 'other.tar.gz': 'y', 'report.tar.gz': 'another' });
    await share(page, 'report.tar.gz');
    await expect(page.getByText('A different item now has this name.')).toBeVisible();
    await inspectScreen(page, info, 'share-replaced');
    await page.getByRole('button', { name: 'Share the current file' }).click();
    await expect(page.getByText('A different item now has this name.')).toBeHidden();
    await page.keyboard.press('Escape');

    await server.kill();
    await share(page, 'Photos');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Try again' })).toBeVisible();
    await inspectScreen(page, info, 'share-away');
  },
);
