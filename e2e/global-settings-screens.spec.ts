import type { Page } from '@playwright/test';
import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { logInAt } from './support/pages.ts';

const PATH = '/settings/global';

const group = (page: Page, name: string) => page.getByRole('region', { name });

test('every part of the settings of a new server', async ({ page, server }, info) => {
  await logInAt(page, PATH, server.admin);
  await expect(group(page, 'Login')).toBeVisible();
  await inspectScreen(page, info, 'global-settings-top');
  for (const name of [
    ...['Defaults for new users', 'Rules for all users', 'Branding', 'Uploads'],
    ...['Trash', 'Versions'],
  ]) {
    await group(page, name).scrollIntoViewIfNeeded();
    await inspectScreen(page, info, `global-settings-${name.toLowerCase().replaceAll(' ', '-')}`);
  }
});

test('rules with errors, and the test of a path', async ({ page, server }, info) => {
  await logInAt(page, PATH, server.admin);
  const add = page.getByRole('button', { name: 'Add rule' });
  await add.click();
  await page.getByLabel('Rule 1: path', { exact: true }).fill('/private');
  await add.click();
  await page.getByRole('checkbox', { name: 'Rule 2 Allow' }).check();
  await page.getByRole('checkbox', { name: 'Rule 2 Regular expression' }).check();
  await page.getByLabel('Rule 2: regular expression').fill('\\.(?:jpe?g|png)$');
  await page.getByLabel('Test a path').fill('/private/diary.txt');
  await expect(page.getByText('Denied by rule 1.')).toBeVisible();
  await inspectScreen(page, info, 'global-settings-rules-tried');

  await add.click();
  await page.getByRole('checkbox', { name: 'Rule 3 Regular expression' }).check();
  await page.getByLabel('Rule 3: regular expression').fill('(unclosed');
  await expect(page.getByText(/Invalid regular expression/)).toBeVisible();
  await inspectScreen(page, info, 'global-settings-rules-wrong');
});

test('a colour is previewed, and an invalid one refused', async ({
  page,
  server,
  browserErrors,
}, info) => {
  browserErrors.expect(refusal(400));
  await logInAt(page, PATH, server.admin);
  await page.getByLabel('Name', { exact: true }).fill('The files of a family with a long name');
  await page.getByLabel('Accent colour').fill('#ffd400');
  await page.getByRole('figure', { name: 'Preview' }).scrollIntoViewIfNeeded();
  await expect(page.getByText(/hard to read in this colour/)).toBeVisible();
  await inspectScreen(page, info, 'global-settings-preview');

  await page.getByLabel('Accent colour').fill('yellow');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Fix the highlighted fields to save.')).toBeVisible();
  await inspectScreen(page, info, 'global-settings-wrong');

  await page.getByLabel('Accent colour').fill('#ffd400');
  await page.getByLabel('Branding folder').fill('/no/such/folder');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('doesn’t exist on the server')).toBeVisible();
  await inspectScreen(page, info, 'global-settings-refused');

  await page.getByLabel('Branding folder').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings updated!')).toBeVisible();
  await inspectScreen(page, info, 'global-settings-saved-in-colour');
});

test('an uploaded logo is shown everywhere at once, and removed again', async ({
  page,
  server,
}, info) => {
  await logInAt(page, PATH, server.admin);
  const logo = page.getByRole('group', { name: 'Logo' });
  const choose = async (name: string, mimeType: string, text: string) => {
    const choosing = page.waitForEvent('filechooser');
    await logo.getByRole('button', { name: 'Upload logo…' }).click();
    await (await choosing).setFiles({ name, mimeType, buffer: Buffer.from(text) });
  };
  await choose('logo.txt', 'text/plain', 'no image');
  await expect(logo.getByRole('alert')).toBeVisible();
  await inspectScreen(page, info, 'global-settings-logo-wrong');

  await choose('logo.svg', 'image/svg+xml', LOGO);
  await expect(page.getByText('Logo changed.')).toBeVisible();
  await inspectScreen(page, info, 'global-settings-logo');
  const shown = await page.request.get(`${server.url}/static/img/logo.svg?now`);
  expect(await shown.text()).toBe(LOGO);
  await page.reload();
  await expect(logo.getByRole('button', { name: 'Use default logo' })).toBeVisible();
  await logo.getByRole('button', { name: 'Use default logo' }).click();
  await expect(logo.getByRole('button', { name: 'Use default logo' })).toBeHidden();
});

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
  <circle cx="12" cy="12" r="12" fill="#7c3aed"/><path d="M7 17V7h4l4 6V7h3v10h-4l-4-6v6z" fill="#fff"/>
</svg>`;

test('settings that fail to load', async ({ page, server, browserErrors }, info) => {
  browserErrors.expect(NO_ANSWER);
  await page.route('**/api/settings', (route) => route.abort());
  await logInAt(page, PATH, server.admin);
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await inspectScreen(page, info, 'global-settings-failure');
});
