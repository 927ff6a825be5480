import type { Page } from '@playwright/test';
import { refusal } from './support/browser-errors.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { tabTo } from './support/keys.ts';
import { expectFocusSomewhere, fillLogin, logOut, rowOf, logInAt } from './support/pages.ts';
import { callAs, changeUser, tokenOf } from './support/users.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
const expectShown = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();

test('a user is created with a home folder, logs in, is changed during the session, and is deleted', async ({
  page,
  browser,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(401));
  await logInAt(page, '/settings/users', server.admin);
  await page.getByRole('link', { name: 'New user' }).click();
  await page.getByLabel('Username').fill('Bert B');
  await page.getByRole('button', { name: 'Generate' }).click();
  const password = await page.getByLabel('Password', { exact: true }).inputValue();
  await page.getByLabel('Create a home folder').check();
  await page.getByLabel('Delete', { exact: true }).uncheck();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expectShown(page, 'User created!');
  await expect(page.getByRole('row').filter({ hasText: 'Bert B' })).toContainText('/users/Bert-B');
  expect(server.isOnDisk('users/Bert-B')).toBe(true);

  server.put({ 'users/Bert-B/mine.txt': 'x', 'users/Bert-B/secret/plan.txt': 'x' });
  const theirs = await browser.newPage({ baseURL: server.url });
  await logInAt(theirs, '/files/', { username: 'Bert B', password });
  await expect(rowOf(theirs, 'secret')).toBeVisible();

  await page.getByRole('link', { name: 'Bert B', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByLabel('Rule 1: path', { exact: true }).fill('/secret');
  await page.getByLabel('Test a path').fill('/secret/plan.txt');
  await expectShown(page, 'Denied by rule 1.');
  await save(page);
  await expectShown(page, 'User updated!');
  await theirs.reload();
  await expect(rowOf(theirs, 'mine.txt')).toBeVisible();
  await expect(rowOf(theirs, 'secret')).toBeHidden();

  await page.getByRole('button', { name: 'Delete user' }).click();
  const question = page.getByRole('dialog', { name: /^Delete user/ });
  await expect(question.getByText('1 session')).toBeVisible();
  await question.getByRole('button', { name: 'Delete user' }).click();
  await expectShown(page, 'User deleted!');
  await expect(page).toHaveURL(/\/settings\/users$/);
  await expect(page.getByRole('row').filter({ hasText: 'Bert B' })).toHaveCount(0);
  expect(server.textOf('users/Bert-B/mine.txt')).toBe('x');

  await theirs.reload();
  await expect(theirs.getByRole('button', { name: 'Log in' })).toBeVisible();
  await theirs.close();
});

test('two administrators change one user without losing a change', async ({ page, server }) => {
  await server.addUser('bert', ['download']);
  await logInAt(page, '/settings/users', server.admin);
  await page.getByRole('link', { name: 'bert', exact: true }).click();
  await page.getByLabel('Scope').fill('/mine');
  await changeUser(server, 2, { scope: '/theirs', hideDotfiles: true });
  await expect(page.getByLabel('Hide dotfiles')).toBeChecked({ timeout: 30_000 });
  await expectShown(page, 'These fields were changed elsewhere after you opened this form:');
  await save(page);
  await expectShown(page, 'User updated!');

  const token = await tokenOf(server, server.admin);
  const stored: unknown = await (await callAs(server, token, 'GET', '/api/users/2')).json();
  expect(stored).toMatchObject({ scope: '/mine', hideDotfiles: true });
});

test('a taken name and the last administrator are refused with an explanation', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(409));
  browserErrors.expect(refusal(403));
  await server.addUser('bert', []);
  await logInAt(page, '/settings/users', server.admin);
  await page.getByRole('link', { name: /^admin/ }).click();
  await page.getByLabel('Username').fill('bert');
  await save(page);
  await expectShown(page, 'A user with this name already exists.');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByLabel('Administrator', { exact: true }).uncheck();
  await save(page);
  await expectShown(
    page,
    'This is the only administrator. Make another user an administrator first.',
  );
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Delete user' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText(/You can’t delete the only administrator\./)).toBeVisible();
});

test('an administrator who gives up the role is led to their own settings', async ({
  page,
  server,
}) => {
  await server.addUser('bert', [
    'admin',
    'download',
    'create',
    'rename',
    'modify',
    'delete',
    'share',
  ]);
  const bert = { username: 'bert', password: 'correct horse battery' };
  await logInAt(page, '/settings/users', bert);
  await page.getByRole('link', { name: /^bert/ }).click();
  await page.getByLabel('Administrator', { exact: true }).uncheck();
  await expectShown(page, 'You’ll no longer be an administrator and can’t undo this yourself.');
  await save(page);
  await expect(page).toHaveURL(/\/settings\/profile$/);
  const menu = page.getByRole('navigation', { name: 'Settings' });
  await expect(menu.getByRole('link', { name: 'Users' })).toBeHidden();
  await page.goto('/settings/users');
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
});

test('a user is created, explained and deleted by keyboard', async ({ page, server }) => {
  server.put({ 'private/diary.txt': 'x' });
  await logInAt(page, '/settings/users', server.admin);
  await expect(page.getByRole('table')).toBeVisible();
  await tabTo(page, 'a', 'New user');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('carla');
  await page.keyboard.press('Tab');
  await page.keyboard.type('correct horse battery');
  await tabTo(page, 'button', 'Add rule');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Rule 1: path', { exact: true })).toBeFocused();
  await page.keyboard.type('/private');
  await page.keyboard.press('Enter');
  await expectShown(page, 'User created!');

  await page.getByRole('searchbox').focus();
  await page.keyboard.type('carl');
  await tabTo(page, 'a', 'carla');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'carla' })).toBeVisible();
  await tabTo(page, 'a', 'Check access');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Path', { exact: true })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('private/diary.txt');
  await page.keyboard.press('Enter');
  await expectShown(page, 'Rule 1 of this user denies it:');
  await tabTo(page, 'a', 'Show rule');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Rule 1: path', { exact: true })).toBeFocused();

  await tabTo(page, 'button', 'Delete user');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, 'button', 'Delete user');
  await page.keyboard.press('Enter');
  await expectShown(page, 'User deleted!');
  await expectFocusSomewhere(page);
});

test('a password set by an administrator ends the sessions and replaces the old one', async ({
  page,
  browser,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(400));
  browserErrors.expect(refusal(401));
  const bert = await server.addUser('bert', ['download']);
  const theirs = await browser.newPage({ baseURL: server.url });
  await logInAt(theirs, '/files/', bert);
  await expect(theirs.getByRole('heading', { name: 'My files', level: 1 })).toBeVisible();

  await logInAt(page, '/settings/users', server.admin);
  await page.getByRole('link', { name: 'bert', exact: true }).click();
  await page.getByLabel('Password', { exact: true }).fill('password1234');
  await save(page);
  await expectShown(page, 'This password is too easy to guess. Choose another one.');
  await page.getByLabel('Password', { exact: true }).fill('a better one than before');
  await save(page);
  await expectShown(page, 'User updated!');

  await theirs.reload();
  await fillLogin(theirs, { username: 'bert', password: 'a better one than before' });
  await expect(theirs.getByRole('heading', { name: 'My files', level: 1 })).toBeVisible();
  await logOut(theirs);
  await theirs.close();
});
