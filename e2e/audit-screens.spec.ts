import type { Locator, Page } from '@playwright/test';
import type { TestServer } from './support/test-server.ts';
import { setUpCommands } from './support/commands.ts';
import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { createShare } from './support/create-share.ts';
import { expectFolder, fillLogin, isNarrow, openDrawer, logInAt } from './support/pages.ts';
import { callAs, changeUser, tokenOf } from './support/users.ts';

test.use({ serverFlags: ['--disableExec=false'] });

const rows = (page: Page): Locator =>
  page.getByRole('region', { name: 'Activity log' }).getByRole('listitem');
/** Returns the row of an entry that occurs only once. */
function rowOf(page: Page, sentence: RegExp): Locator {
  return rows(page).filter({ has: page.getByText(sentence) });
}

/** In narrow windows, the filters are in a sheet. */
async function openFilters(page: Page): Promise<void> {
  if (isNarrow(page)) await page.getByRole('button', { name: /^Filters/ }).click();
}

async function closeFilters(page: Page): Promise<void> {
  if (isNarrow(page)) await page.getByRole('button', { name: 'Done' }).click();
}

/** Acts as a user who may not delete, but tries to, with a command after each copy that fails. */
async function actAsBert(server: TestServer): Promise<void> {
  const bert = await server.addUser('bert', ['create', 'rename', 'share', 'download']);
  await setUpCommands(server, { after_copy: ['false'] });
  const token = await tokenOf(server, bert);
  const call = (method: string, path: string) => callAs(server, token, method, path);
  await call('POST', '/api/resources/work/plans/');
  await callAs(server, token, 'POST', '/api/resources/work/plans/2026.txt', 'a plan');
  await call('PATCH', '/api/resources/work/plans/2026.txt?action=copy&destination=/copy.txt');
  await call(
    'PATCH',
    '/api/resources/copy.txt?action=rename&destination=/work/plans/%D7%A9%D7%9C%D7%95%D7%9D.txt',
  );
  await call('DELETE', '/api/resources/work/');
  await createShare(server, bert, '/work/plans/2026.txt');
  await changeUser(server, 2, { scope: '/work', lockPassword: true });
}

test('the audit log shows operations with user, address and result', async ({
  page,
  server,
  browserErrors,
}, info) => {
  browserErrors.expect(refusal(403));
  await actAsBert(server);
  await page.goto('/login');
  await fillLogin(page, { username: 'mallory', password: 'a guess' });
  await expect(page.getByText('Wrong username or password.')).toBeVisible();
  await fillLogin(page, server.admin);
  await expectFolder(page, 'My files');
  if (isNarrow(page)) await openDrawer(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Activity log' }).click();

  await expect(page.getByText('Entries are kept for 90 days.')).toBeVisible();
  const guess = rows(page).filter({ hasText: 'mallory' });
  await expect(guess).toHaveText(
    /Failed to log in as mallory from 127\.0\.0\.1.*Refused.*\d:\d\d/s,
  );
  await expect(rowOf(page, /^Unsuccessful attempt by bert: Delete$/)).toHaveText(
    /bert.*Refused.*\/work.*127\.0\.0\.1/s,
  );
  await expect(rowOf(page, /^bert copied 2026\.txt to \/copy\.txt$/)).toHaveText(
    /Command failed.*\/work\/plans/s,
  );
  await expect(rowOf(page, /^bert moved copy\.txt to /)).toHaveText(/\/work\/plans\/.*שלום\.txt/s);
  await expect(rowOf(page, /^bert shared 2026\.txt$/)).toHaveText(/\/work\/plans/s);
  await expect(rowOf(page, /^admin changed the user bert$/).first()).toHaveText(
    /bert.*Scope · Lock password/s,
  );
  await expect(rowOf(page, /^admin changed the settings$/)).toContainText(
    'Commands: after copying',
  );
  await inspectScreen(page, info, 'audit-full');

  await openFilters(page);
  await page.getByLabel('Username').fill('nobody');
  await inspectScreen(page, info, 'audit-filters');
  await closeFilters(page);
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
  await inspectScreen(page, info, 'audit-nothing-found');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await rowOf(page, /^bert uploaded /)
    .getByRole('button', { name: 'bert' })
    .click();
  await expect(guess).toHaveCount(0);
  await openFilters(page);
  await expect(page.getByLabel('Username')).toHaveValue('bert');
  await page.getByLabel('Refused or failed only').setChecked(true, { force: true });
  await closeFilters(page);
  await expect(rows(page)).toHaveCount(2);
  await inspectScreen(page, info, 'audit-filtered');
  await openFilters(page);
  await page.getByLabel('Action', { exact: true }).selectOption('Delete');
  await closeFilters(page);
  await expect(rows(page)).toHaveCount(1);
  await openFilters(page);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await closeFilters(page);
  await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible();
});

test('the audit log loads late, fails, or cannot be reloaded', async ({
  page,
  server,
  browserErrors,
}, info) => {
  browserErrors.expect(NO_ANSWER);
  browserErrors.expect(refusal(500));
  await logInAt(page, '/settings/profile', server.admin);
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/audit*', async (route) => {
    await held;
    await route.fulfill({ status: 500, body: '500 Internal Server Error\n' });
  });
  await page.goto('/settings/audit');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  // The page itself may still be loading.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await inspectScreen(page, info, 'audit-late');
  go();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await inspectScreen(page, info, 'audit-error');

  await page.unroute('**/api/audit*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, / logged in$/).first()).toBeVisible();
  await page.route('**/api/audit*', (route) => route.abort());
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText(/^Can’t connect to the server\./)).toBeVisible();
  await inspectScreen(page, info, 'audit-stale');
  await page.unroute('**/api/audit*');

  const page0 = { entries: [], hasMore: false, keptMs: 7_200_000, keepsDownloads: true };
  await page.route('**/api/audit*', (route) => route.fulfill({ json: page0 }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No activity yet' })).toBeVisible();
  await expect(page.getByText('Entries are kept for 2 hours.')).toBeVisible();
  await inspectScreen(page, info, 'audit-empty');
});
