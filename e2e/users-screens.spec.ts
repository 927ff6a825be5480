import type { Page } from '@playwright/test';
import type { Credentials } from './support/test-server.ts';
import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { logInAt } from './support/pages.ts';
import { changeUser } from './support/users.ts';
import { partsLoaded } from './support/parts-loaded.ts';

/** Logs in and opens an address. Forms of users have a field with the same name as the login page. */
async function openAs(page: Page, address: string, who: Credentials): Promise<void> {
  await logInAt(page, '/settings/users', who);
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await page.goto(address);
}

/** Checks or clears a box; on touch screens, its label covers it. */
async function tick(page: Page, label: string, isOn: boolean): Promise<void> {
  await page.getByLabel(label, { exact: true }).setChecked(isOn, { force: true });
}

const RULES = [
  { regex: false, allow: false, path: '/private', regexp: null },
  { regex: true, allow: true, path: '', regexp: { raw: '\\.txt$' } },
];

const group = (page: Page, name: string) => page.getByRole('region', { name });

test.beforeEach(async ({ server }) => {
  server.put({ 'work/plans/2026.txt': 'x', 'private/diary.txt': 'x' });
  await server.addUser('bert', ['download', 'create']);
  await server.addUser('a name that is longer than most names and goes on for quite a while', []);
  await server.addUser('זֹאֵב', ['download', 'share']);
});

test('the list of users, and an empty search', async ({ page, server }, info) => {
  await logInAt(page, '/settings/users', server.admin);
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await expect(page.getByText('4 users')).toBeVisible();
  await inspectScreen(page, info, 'users-list');
  // In its middle, where the name is not.
  await page.getByRole('row', { name: 'bert' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'bert' })).toBeVisible();
  await page.goBack();
  await page.getByRole('searchbox').fill('nobody at all');
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
  await inspectScreen(page, info, 'users-no-match');
});

test('a new user, from the empty form to its errors', async ({ page, server }, info) => {
  await openAs(page, '/settings/users/new', server.admin);
  await expect(page.getByRole('heading', { level: 1, name: 'New user' })).toBeVisible();
  await inspectScreen(page, info, 'users-new');

  await page.getByLabel('Password', { exact: true }).fill('short');
  await tick(page, 'Create a home folder', true);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText('Enter a username.')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeFocused();
  await inspectScreen(page, info, 'users-new-wrong');

  await page.getByRole('button', { name: 'Generate' }).click();
  await page.getByLabel('Username').fill('Carla C.');
  await expect(page.getByText(/Home folder:/)).toBeVisible();
  await inspectScreen(page, info, 'users-new-filled');
});

test('an invited user, from the form to the first look at the files', async ({
  page,
  server,
  browserErrors,
}, info) => {
  browserErrors.expect(refusal(404));
  await openAs(page, '/settings/users/new', server.admin);
  await page.getByLabel('Username').fill('carla');
  await tick(page, 'Let the user choose a password', true);
  await inspectScreen(page, info, 'users-new-invited');
  await page.getByRole('button', { name: 'Create user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitation for carla' });
  await expect(dialog.getByRole('button', { name: 'Copy invitation' })).toBeFocused();
  await inspectScreen(page, info, 'users-invitation');
  const link = await dialog.getByText('/invitation#').innerText();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('5 users')).toBeVisible();

  await page.goto(link);
  await expect(page.getByLabel('Username')).toHaveValue('carla');
  await inspectScreen(page, info, 'invitation');
  await page.getByLabel('Password', { exact: true }).fill('nobody guesses this');
  await page.getByLabel('Confirm password').fill('nobody guesses this');
  await page.getByRole('button', { name: 'Save and log in' }).click();
  // The home folder of the new user; before, this browser showed that of the administrator.
  await expect(page.getByText('It feels lonely here')).toBeVisible();
  const login = { data: { username: 'carla', password: 'nobody guesses this' } };
  expect((await page.request.post('/api/login', login)).ok()).toBe(true);

  await page.goto(link);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await inspectScreen(page, info, 'invitation-ended');
});

test('the form of a user', async ({ page, server }, info) => {
  await openAs(page, '/settings/users/2', server.admin);
  await expect(page.getByRole('heading', { level: 1, name: 'bert' })).toBeVisible();
  await inspectScreen(page, info, 'users-edit');

  await group(page, 'Permissions').scrollIntoViewIfNeeded();
  await tick(page, 'Administrator', true);
  await expect(page.getByText('Administrators have all of these permissions.')).toBeVisible();
  await inspectScreen(page, info, 'users-edit-admin');
});

test('the rules of a user, and deleting the user', async ({ page, server }, info) => {
  await changeUser(server, 2, { rules: RULES });
  await openAs(page, '/settings/users/2', server.admin);
  await group(page, 'Rules').scrollIntoViewIfNeeded();
  await inspectScreen(page, info, 'users-edit-rules');

  await group(page, 'Delete this user').scrollIntoViewIfNeeded();
  await inspectScreen(page, info, 'users-edit-end');
  await page.getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(page.getByText('Nothing else will be deleted.')).toBeVisible();
  await inspectScreen(page, info, 'users-delete');
});

test('a long name without a space hides no button, and no menu in a narrow window', async ({
  page,
  server,
}, info) => {
  await changeUser(server, 2, { username: 'x'.repeat(120) });
  await page.setViewportSize({ width: 320, height: 640 });
  await openAs(page, '/settings/users/2', server.admin);
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toBeInViewport({
    ratio: 0.95,
  });
  await group(page, 'Delete this user').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Delete user' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete user' });
  await expect(confirm).toBeInViewport({ ratio: 0.95 });
  await inspectScreen(page, info, 'users-delete-long-name');
});

test('removing own rights, and the only administrator', async ({
  page,
  server,
  browserErrors,
}, info) => {
  browserErrors.expect(refusal(403));
  await openAs(page, '/settings/users/1', server.admin);
  await tick(page, 'Administrator', false);
  await tick(page, 'Download', false);
  await expect(page.getByText(/You’ll no longer be an administrator/)).toBeVisible();
  await inspectScreen(page, info, 'users-own-loss');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This is the only administrator.', { exact: false })).toBeVisible();
  await inspectScreen(page, info, 'users-only-administrator');
});

test('the explanation of refused access', async ({ page, server }, info) => {
  await changeUser(server, 2, {
    rules: [{ regex: false, allow: false, path: '/private', regexp: null }],
  });
  await openAs(page, '/settings/users/2/explain', server.admin);
  await expect(page.getByLabel('Path', { exact: true })).toBeFocused();
  await inspectScreen(page, info, 'users-explain');
  await page.getByLabel('Path', { exact: true }).fill('/work/plans/2026.txt');
  await page.keyboard.press('Enter');
  await expect(page.getByText('They don’t have the permission.').first()).toBeVisible();
  await inspectScreen(page, info, 'users-explain-permission');
  await page.getByLabel('Path', { exact: true }).fill('/private/diary.txt');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Rule 1 of this user denies it:')).toBeVisible();
  await inspectScreen(page, info, 'users-explain-rule');
});

test('a deleted user, and a lost connection', async ({ page, server, browserErrors }, info) => {
  browserErrors.expect(NO_ANSWER);
  browserErrors.expect(refusal(404));
  await openAs(page, '/settings/users/99', server.admin);
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible();
  await inspectScreen(page, info, 'users-gone');
  await partsLoaded(page, '/data-table-', '/load-failure-');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'All users' }).click();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await inspectScreen(page, info, 'users-offline');
});
