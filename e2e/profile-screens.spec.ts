import type { Locator, Page } from '@playwright/test';
import { NO_ANSWER } from './support/browser-errors.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { isNarrow, logInAt } from './support/pages.ts';

/** Checks a box; on touch screens, its label covers it. */
async function tick(page: Page, label: string): Promise<void> {
  await page.getByText(label, { exact: true }).click();
}

test('the profile, edited, and left', async ({ page, server }, info) => {
  await logInAt(page, '/settings/profile', server.admin);
  await expect(page.getByText('Current session')).toBeAttached();
  await inspectScreen(page, info, 'profile-plain');
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBe(page.viewportSize()?.height);

  await tick(page, 'Hide dotfiles');
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();
  await inspectScreen(page, info, 'profile-changed');

  if (isNarrow(page)) await page.getByRole('link', { name: 'Shares' }).click();
  else await page.getByRole('link', { name: 'My files' }).click();
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible();
  await inspectScreen(page, info, 'profile-leaving');
});

test('a change that fails to save', async ({ page, server, context, browserErrors }, info) => {
  browserErrors.expect(NO_ANSWER);
  await logInAt(page, '/settings/profile', server.admin);
  await tick(page, 'Hide dotfiles');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Can’t connect to the server.')).toBeVisible();
  await context.setOffline(false);
  await inspectScreen(page, info, 'profile-not-saved');
});

/** Returns by how much the edge of a field is more green than red. */
function greennessOf(field: Locator): Promise<number> {
  return field.evaluate((input) => {
    const { borderTopColor } = getComputedStyle(input.parentElement ?? input);
    const [red = 0, green = 0] = (borderTopColor.match(/\d+/g) ?? []).map(Number);
    return green - red;
  });
}

test('a new password, matching and different, and its refusals', async ({ page, server }, info) => {
  await logInAt(page, '/settings/profile', server.admin);
  const wanted = page.getByLabel('New password', { exact: true });
  const repeat = page.getByLabel('Confirm new password');
  await wanted.fill('nobody guesses this');
  await repeat.fill('nobody guesses that');
  await expect(page.getByText('The passwords don’t match.')).toBeVisible();
  await expect.poll(() => greennessOf(repeat)).toBeLessThan(-60);
  await page.getByRole('button', { name: 'Change password' }).scrollIntoViewIfNeeded();
  await inspectScreen(page, info, 'profile-password-different');

  await repeat.fill('nobody guesses this');
  await expect(page.getByText('The passwords match.')).toBeVisible();
  await expect.poll(() => greennessOf(wanted)).toBeGreaterThan(60);
  await inspectScreen(page, info, 'profile-password-equal');

  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Enter your current password.')).toBeVisible();
  await inspectScreen(page, info, 'profile-password-refused');
});

test('the list of sessions, and the question before they are ended', async ({
  page,
  browser,
  server,
}, info) => {
  for (const userAgent of [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1',
    'rclone/v1.68',
  ]) {
    const other = await browser.newPage({ baseURL: server.url, userAgent });
    await logInAt(other, '/files/', server.admin);
    await other.close();
  }
  await logInAt(page, '/settings/profile', server.admin);
  const end = page.getByRole('button', { name: 'Log out everywhere else' });
  await end.scrollIntoViewIfNeeded();
  await inspectScreen(page, info, 'profile-sessions');
  await end.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspectScreen(page, info, 'profile-sessions-question');
});

test('sessions that fail to load', async ({ page, server, browserErrors }, info) => {
  browserErrors.expect(NO_ANSWER);
  await page.route('**/api/sessions', (route) => route.abort());
  await logInAt(page, '/settings/profile', server.admin);
  const failure = page.getByText(/Couldn’t load your sessions/);
  await expect(failure).toBeVisible({ timeout: 20_000 });
  await failure.scrollIntoViewIfNeeded();
  await inspectScreen(page, info, 'profile-sessions-unknown');
});
