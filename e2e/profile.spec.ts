import type { Page } from '@playwright/test';
import { refusal } from './support/browser-errors.ts';
import { expect, test } from './support/journey.ts';
import { fillLogin, rowOf, logInAt } from './support/pages.ts';

const PROFILE = '/settings/profile';

test.beforeEach(({ server }) => {
  server.put({ '.hidden': 'x', 'seen.txt': 'words', 'docs/a.txt': 'x' });
});

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const saved = (page: Page) => page.getByText('Settings updated!');
const toFiles = (page: Page) => page.getByRole('link', { name: 'My files' }).click();

test('preferences apply to the listing at once, and after a reload', async ({ page, server }) => {
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, '.hidden')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/\/settings\/profile$/);

  await page.getByLabel('Hide dotfiles').check();
  await page.getByLabel('Show exact date and time').check();
  await page.getByLabel('Open files and folders with a single click').check();
  await save(page).click();
  await expect(saved(page)).toBeVisible();
  await expect(save(page)).toBeHidden();

  await toFiles(page);
  await expect(rowOf(page, 'seen.txt')).toContainText(/\d\d\/\d\d\/\d{4}/);
  await expect(rowOf(page, '.hidden')).toBeHidden();
  await rowOf(page, 'docs').click();
  await expect(page).toHaveURL(/\/files\/docs\/$/);

  await page.goto(PROFILE);
  await expect(page.getByLabel('Hide dotfiles')).toBeChecked();
  await expect(page.getByLabel('Open files and folders with a single click')).toBeChecked();
});

test('the editor is dark on a light page if the user prefers it', async ({ page, server }) => {
  await logInAt(page, PROFILE, server.admin);
  await page.getByLabel('Editor theme').selectOption('Dark');
  await save(page).click();
  await expect(saved(page)).toBeVisible();

  await page.goto('/files/seen.txt');
  const code = page.locator('.cm-editor');
  await expect(code).toBeVisible();
  await expect(code).toHaveCSS('background-color', 'rgb(15, 17, 21)');
});

test('a change is made, protected from loss, and saved by keyboard', async ({ page, server }) => {
  await logInAt(page, PROFILE, server.admin);
  await page.getByLabel('Hide dotfiles').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();

  await page.getByRole('link', { name: 'My files' }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/profile$/);

  // Enter in a form saves it, as everywhere.
  await page.getByLabel('Hide dotfiles').focus();
  await page.keyboard.press('Enter');
  await expect(saved(page)).toBeVisible();
  await toFiles(page);
  await expect(rowOf(page, 'seen.txt')).toBeVisible();
});

async function changePassword(page: Page, current: string, wanted: string): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password', { exact: true }).fill(wanted);
  await page.getByLabel('Confirm new password').fill(wanted);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test('changing a password needs the old one and ends other sessions', async ({
  page,
  browser,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(400));
  const wanted = 'nobody guesses this one';
  const other = await browser.newPage({ baseURL: server.url });
  await logInAt(other, '/files/', server.admin);
  await logInAt(page, PROFILE, server.admin);

  await changePassword(page, 'not the right one', wanted);
  await expect(page.getByText('Wrong current password. Try again.')).toBeVisible();
  await changePassword(page, server.admin.password, 'passwordpassword');
  await expect(page.getByText(/too easy to guess/)).toBeVisible();
  await changePassword(page, server.admin.password, wanted);
  await expect(page.getByText('Password updated!')).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Current password')).toBeVisible();
  await other.reload();
  await fillLogin(other, { ...server.admin, password: wanted });
  await expect(rowOf(other, 'seen.txt')).toBeVisible();
  await other.close();
});

test('sessions are listed and can be ended', async ({ page, browser, server }) => {
  const other = await browser.newPage({
    baseURL: server.url,
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0',
  });
  await logInAt(other, '/files/', server.admin);
  await logInAt(page, PROFILE, server.admin);
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions.filter({ hasText: 'Current session' })).toContainText('Chrome on Linux');

  await page.getByRole('button', { name: 'Log out Firefox on Windows' }).click();
  await expect(sessions.filter({ hasText: 'Firefox on Windows' })).toBeHidden();
  await other.reload();
  await fillLogin(other, server.admin);
  await expect(rowOf(other, 'seen.txt')).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Log out everywhere else' }).click();
  const question = page.getByRole('dialog', { name: 'Log out everywhere else?' });
  await question.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expect(page.getByText('You aren’t logged in anywhere else.')).toBeVisible();
  await other.reload();
  await expect(other.getByLabel('Username')).toBeVisible();
  await other.close();
});
