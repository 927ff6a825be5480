import type { Page } from '@playwright/test';
import { boxOf } from './support/box-of.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { isNarrow, logInAt } from './support/pages.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search settings' });
const results = (page: Page) => page.getByRole('listbox', { name: 'Search results' });

test('a setting is found by keyboard, and its page shows it', async ({ page, server }, info) => {
  await logInAt(page, '/settings/profile', server.admin);
  await field(page).focus();
  await page.keyboard.type('accent col');
  await expect(results(page).getByRole('option')).toHaveText([
    'Accent colourGlobal settings › Branding',
  ]);
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(results(page)).toBeHidden();

  await page.keyboard.type('dotfiles');
  await expect(results(page).getByRole('option')).toHaveText([
    'Hide dotfilesProfile › Files',
    'Hide dotfilesGlobal settings › Defaults for new users',
  ]);
  await inspectScreen(page, info, 'settings-search-results');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/global$/);
  const found = page.getByRole('region', { name: 'Defaults for new users' });
  await expect(found.getByLabel('Hide dotfiles')).toBeFocused();
  await expect(found.getByLabel('Hide dotfiles')).toBeInViewport();
  await expect(found.getByText('Hide dotfiles', { exact: true })).toHaveAttribute('data-found');
  await inspectScreen(page, info, 'settings-search-found');
  await expect(page.locator('[data-found]')).toHaveCount(0);

  await field(page).fill('nothing like this');
  await expect(page.getByText('No results')).toBeVisible();
  await inspectScreen(page, info, 'settings-search-nothing');
});

test('administrators find users by their name', async ({ page, server }) => {
  const bertha = await server.addUser('Bertha', ['download']);
  await logInAt(page, '/settings/profile', server.admin);
  await field(page).fill('ERTH');
  await expect(results(page).getByRole('option')).toHaveText([`${bertha.username}Users`]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/users\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(bertha.username);
});

test('every setting that the search offers is on its page', async ({ page, server }) => {
  test.setTimeout(180_000);
  await logInAt(page, '/settings/global', server.admin);
  // Every setting of a page contains the title of the page.
  for (const title of ['Profile', 'Global settings']) {
    await field(page).fill(title);
    const options = results(page)
      .getByRole('option')
      .filter({ hasText: '›' })
      .or(results(page).getByRole('option').filter({ hasText: title }));
    await expect(options.first()).toBeVisible();
    const count = await options.count();
    expect(count).toBeGreaterThan(8);
    for (let at = 0; at < count; at += 1) {
      await field(page).fill(title);
      const label = await options.nth(at).locator('bdi').innerText();
      await options.nth(at).click();
      await expect(page.locator('[data-found]').filter({ hasText: label })).toBeVisible();
      // The title of the page is only for screen readers in narrow windows.
      const focused = page.locator(':focus:not(h1)');
      if ((await focused.count()) > 0) await expect(focused).toBeInViewport();
    }
  }
});

test('users find only what they may change, in their language and in English', async ({
  page,
  server,
}) => {
  const bert = await server.addUser('bert', ['download']);
  await logInAt(page, '/settings/profile', bert);
  await field(page).fill('bert');
  await expect(page.getByText('No results')).toBeVisible();
  await field(page).fill('accent');
  await expect(page.getByText('No results')).toBeVisible();
  await field(page).fill('language');
  await results(page).getByRole('option').first().click();
  await expect(page.getByLabel('Language', { exact: true })).toBeFocused();

  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const german = page.getByRole('combobox', { name: 'Einstellungen durchsuchen' });
  for (const words of ['sprache', 'language']) {
    await german.fill(words);
    await expect(page.getByRole('option', { name: /^Sprache/ }).first()).toBeVisible();
  }
});

test('in a narrow window, the settings begin below two bars, and the search takes the place of the menu', async ({
  page,
  server,
}) => {
  test.skip(!isNarrow(page), 'wide windows have room for both');
  await logInAt(page, '/settings/profile', server.admin);
  const menu = page.getByRole('navigation', { name: 'Settings' });
  const bottomOfMenu = async () => (await boxOf(menu)).y + (await boxOf(menu)).height;
  expect(await bottomOfMenu()).toBeLessThanOrEqual(104);
  expect((await boxOf(field(page))).width).toBeLessThanOrEqual(48);

  await field(page).click();
  expect((await boxOf(field(page))).width).toBeGreaterThan(280);
  expect(await bottomOfMenu()).toBeLessThanOrEqual(104);
  await page.getByRole('checkbox', { name: 'Hide dotfiles' }).check();
  expect((await boxOf(field(page))).width).toBeLessThanOrEqual(48);
  // The bar with the buttons takes one line.
  expect((await boxOf(page.locator('[data-part="save-bar"]'))).height).toBeLessThanOrEqual(64);
});
